import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import { listOf, objectOf, textOf } from './wire-event.ts';

export interface RequestTools {
  /** Narrowed by `tool_choice`. */
  readonly tools: readonly AdvertisedTool[];
  readonly openToolSet: boolean;
}

/** Reads `tools`, those that a tool search loaded into this conversation, and `tool_choice` (contract 2.2, 2.5.0). */
export function toolsOf(body: JsonObject): RequestTools {
  const offered = objects(body['tools']);
  const loaded = objects(body['input'])
    .filter((item) => item['type'] === 'tool_search_output' || item['type'] === 'additional_tools')
    .flatMap((item) => objects(item['tools']));
  const all = placedOnce([...offered, ...loaded].flatMap(toolsIn));
  const tools = narrowed(all, body['tool_choice']);
  return { tools, openToolSet: tools.some((tool) => tool.kind === 'mcp' || tool.kind === 'deferred' || tool.name === 'tool_search') };
}

/** One entry of `tools`; a namespace advertises its nested tools. */
function toolsIn(tool: JsonObject): AdvertisedTool[] {
  const type = textOf(tool['type']);
  const name = textOf(tool['name']);
  const description = textOf(tool['description']);
  switch (type) {
    case '':
    case 'function':
      if (name === '') return [];
      return [{ name, kind: tool['defer_loading'] === true ? 'deferred' : 'function', description, schema: objectOf(tool['parameters']) }];
    case 'custom':
      return [{ name, kind: 'custom', description, schema: undefined }];
    case 'namespace':
      return objects(tool['tools'])
        .flatMap(toolsIn)
        .map((inner) => (name === '' ? inner : { ...inner, namespace: name }));
    case 'mcp':
      return [
        { name: textOf(tool['server_label']) || type, kind: 'mcp', description: textOf(tool['server_description']), schema: undefined },
      ];
    default:
      return [{ name: name || type, kind: 'server', description, schema: undefined }];
  }
}

/** A name that stands in several places says not which tool is meant: such tools are never recovered, checked or healed by name. */
function placedOnce(tools: readonly AdvertisedTool[]): readonly AdvertisedTool[] {
  const places = new Map<string, Set<string>>();
  for (const { name, namespace = '' } of tools) places.set(name, (places.get(name) ?? new Set()).add(namespace));
  return tools.map((tool) => ((places.get(tool.name)?.size ?? 0) > 1 && tool.kind === 'function' ? { ...tool, kind: 'server' } : tool));
}

function narrowed(tools: readonly AdvertisedTool[], choice: JsonObject[string]): readonly AdvertisedTool[] {
  if (choice === 'none') return [];
  if (!isJsonObject(choice)) return tools;
  if (choice['type'] === 'none') return [];
  if (choice['type'] !== 'allowed_tools') return tools.filter((tool) => tool.name === chosenName(choice));
  const allowed = new Set(objects(choice['tools']).map(chosenName));
  return tools.filter((tool) => allowed.has(tool.name));
}

const chosenName = (choice: JsonObject): string => textOf(choice['name']) || textOf(choice['server_label']) || textOf(choice['type']);

const objects = (value: JsonObject[string]): JsonObject[] => listOf(value).filter(isJsonObject);
