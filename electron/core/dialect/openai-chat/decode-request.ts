import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import type { RawText } from '../../turn/raw-text.ts';
import type { AdvertisedTool, HistoryCall, HistoryItem, TurnRequest } from '../../turn/turn.ts';
import type { RequestIssue } from '../dialect.ts';
import { KnownBeginnings } from '../known-beginnings.ts';
import { type RawEntry, type RawLists, rawEntries, rawInside, textOrRaw } from '../raw-entries.ts';
import { countOf, objectOf, objectsOf, textOf } from '../wire-values.ts';
import { offersFunctions } from './wire-types.ts';

/** Reads a Chat Completions request. Required: `messages` (an array); `model`, where given, is a string (interfaces 4.2). */
export function decodeRequest(body: JsonObject, rawBody: RawText, rawLists?: RawLists): Result<TurnRequest, RequestIssue> {
  if (!Array.isArray(body['messages'])) return fail({ code: 'malformed-request', detail: 'messages is no array' });
  if (body['model'] !== undefined && typeof body['model'] !== 'string')
    return fail({ code: 'malformed-request', detail: 'model is no string' });
  const offered = [...objectsOf(body['tools']).map(toolOf), ...objectsOf(body['functions']).map(functionTool)];
  const tools = narrow(offered, body);
  const format = objectOf(body['response_format']);
  return ok({
    dialect: 'openai-chat',
    model: textOf(body['model']),
    stream: body['stream'] === true,
    tools,
    openToolSet: tools.some((tool) => tool.kind === 'deferred' || tool.kind === 'mcp'),
    singleCall: body['parallel_tool_calls'] === false || offersFunctions(body),
    idless: offersFunctions(body),
    structuredOutput: textOf(format?.['type']).startsWith('json'),
    choices: countOf(body['n']) ?? 1,
    background: false,
    serverHeld: false,
    stopSequences: typeof body['stop'] === 'string' ? [body['stop']] : listOfStrings(body['stop']),
    history: historyOf(body['messages'], rawEntries(rawBody, 'messages', rawLists)),
    keys: keysOf(body),
    body,
  });
}

const listOfStrings = (value: Json | undefined): string[] =>
  Array.isArray(value) ? (value as Json[]).filter((entry): entry is string => typeof entry === 'string') : [];

function toolOf(tool: JsonObject): AdvertisedTool {
  const type = textOf(tool['type']);
  const custom = objectOf(tool['custom']);
  if (type === 'custom' || custom !== undefined) {
    return {
      name: textOf(custom?.['name'] ?? tool['name']),
      kind: 'custom',
      description: textOf(custom?.['description']),
      schema: undefined,
    };
  }
  const inner = objectOf(tool['function']);
  if (inner !== undefined) return functionTool(tool['defer_loading'] === true ? { ...inner, defer_loading: true } : inner);
  if ((type === '' || type === 'function') && typeof tool['name'] === 'string') return functionTool(tool);
  return {
    name: textOf(tool['name']) || type,
    kind: type === 'mcp' ? 'mcp' : 'server',
    description: textOf(tool['description']),
    schema: undefined,
  };
}

function functionTool(tool: JsonObject): AdvertisedTool {
  const kind = tool['defer_loading'] === true ? 'deferred' : 'function';
  return { name: textOf(tool['name']), kind, description: textOf(tool['description']), schema: objectOf(tool['parameters']) };
}

/** `tool_choice` and legacy `function_call`: none empties, a forced tool or `allowed_tools` narrows (contract 2.2). */
function narrow(tools: readonly AdvertisedTool[], body: JsonObject): readonly AdvertisedTool[] {
  const choice = body['tool_choice'] ?? body['function_call'];
  if (choice === 'none') return [];
  if (!isJsonObject(choice)) return tools;
  if (choice['type'] === 'none') return [];
  if (choice['type'] === 'allowed_tools') {
    const allowed = new Set(objectsOf(objectOf(choice['allowed_tools'])?.['tools'] ?? choice['tools']).map(chosenName));
    return tools.filter((tool) => allowed.has(tool.name));
  }
  const name = chosenName(choice);
  return name === '' ? tools : tools.filter((tool) => tool.name === name);
}

const chosenName = (choice: JsonObject): string =>
  textOf(objectOf(choice['function'])?.['name'] ?? objectOf(choice['custom'])?.['name'] ?? choice['name']);

const KEYS = ['prompt_cache_key', 'user', 'session_id', 'conversation_id', 'safety_identifier'];
const METADATA_KEYS = ['user_id', 'session_id', 'conversation_id', 'thread_id'];

function keysOf(body: JsonObject): Record<string, string> {
  const metadata = objectOf(body['metadata']);
  const keys: Record<string, string> = {};
  for (const key of KEYS) if (textOf(body[key]) !== '') keys[key] = textOf(body[key]);
  for (const key of METADATA_KEYS) if (textOf(metadata?.[key]) !== '') keys[`metadata.${key}`] = textOf(metadata?.[key]);
  return keys;
}

const known = new KnownBeginnings<HistoryItem>();

const historyOf = (messages: Json, rawEntry: RawEntry): readonly HistoryItem[] =>
  known.read(messages as readonly Json[], (message, index, items) => {
    if (isJsonObject(message)) items.push(itemOf(message, index, rawEntry));
  });

function itemOf(message: JsonObject, index: number, rawEntry: RawEntry): HistoryItem {
  const text = contentText(message['content']);
  switch (textOf(message['role'])) {
    case 'system':
    case 'developer':
      return { type: 'system', index, text };
    case 'assistant': {
      const inside = rawInside(message, () => rawEntry(index));
      return { type: 'assistant', index, text, reasoning: reasoningText(message), calls: callsOf(message, inside) };
    }
    case 'tool':
      return { type: 'results', index, results: [{ callId: textOf(message['tool_call_id']), text, isError: undefined }] };
    case 'function':
      return { type: 'results', index, results: [{ callId: textOf(message['name']), text, isError: undefined }] };
    default:
      return { type: 'user', index, text };
  }
}

/** A string, or the joined text parts of a part list. */
export function contentText(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  const parts = objectsOf(content).filter((part) => typeof part['text'] === 'string');
  return parts.map((part) => textOf(part['text'])).join('\n');
}

const reasoningText = (message: JsonObject): string => textOf(message['reasoning_content']) || textOf(message['reasoning']);

/** A legacy `function_call` has no id: it pairs with its result by name, which then stands for the id. */
function callsOf(message: JsonObject, inside: ReturnType<typeof rawInside>): HistoryCall[] {
  const calls: HistoryCall[] = [];
  const list = Array.isArray(message['tool_calls']) ? (message['tool_calls'] as readonly Json[]) : [];
  for (const [place, call] of list.entries()) {
    if (!isJsonObject(call)) continue;
    const id = textOf(call['id']);
    const custom = objectOf(call['custom']);
    if (custom !== undefined) {
      calls.push({ id, name: textOf(custom['name']), arguments: textOf(custom['input']), kind: 'custom' });
      continue;
    }
    const inner = objectOf(call['function']) ?? {};
    const args = textOrRaw(inner['arguments'], inside, ['tool_calls', place, 'function', 'arguments']);
    calls.push({ id, name: textOf(inner['name']), arguments: args, kind: 'function' });
  }
  const legacy = objectOf(message['function_call']);
  if (legacy !== undefined) {
    const name = textOf(legacy['name']);
    calls.push({
      id: name,
      name,
      arguments: textOrRaw(legacy['arguments'], inside, ['function_call', 'arguments']),
      kind: 'function',
    });
  }
  return calls;
}
