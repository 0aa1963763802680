import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import type { RawText } from '../../turn/raw-text.ts';
import type { AdvertisedTool, HistoryCall, HistoryItem, HistoryResult, TurnRequest } from '../../turn/turn.ts';
import type { RequestIssue } from '../dialect.ts';
import { KnownBeginnings } from '../known-beginnings.ts';
import { type RawEntry, type RawLists, rawEntries, rawInside } from '../raw-entries.ts';
import { listOf, objectOf, objectsOf, textOf } from '../wire-values.ts';

/** Reads an Anthropic Messages request. Required: `messages` (an array); `model`, where given, is a string (interfaces 4.2). */
export function decodeRequest(body: JsonObject, rawBody: RawText, rawLists?: RawLists): Result<TurnRequest, RequestIssue> {
  if (!Array.isArray(body['messages'])) return fail({ code: 'malformed-request', detail: 'messages is no array' });
  if (body['model'] !== undefined && typeof body['model'] !== 'string')
    return fail({ code: 'malformed-request', detail: 'model is no string' });
  const messages = body['messages'] as readonly Json[];
  const choice = objectOf(body['tool_choice']);
  const tools = narrow(offeredTools(body, messages), choice);
  const forbidden = choice?.['type'] === 'none';
  return ok({
    dialect: 'anthropic-messages',
    model: textOf(body['model']),
    stream: body['stream'] === true,
    tools,
    openToolSet:
      !forbidden && (listOf(body['mcp_servers']).length > 0 || tools.some((tool) => tool.kind === 'deferred' || tool.kind === 'mcp')),
    singleCall: choice?.['disable_parallel_tool_use'] === true,
    structuredOutput: isJsonObject(body['output_format']) || isJsonObject(objectOf(body['output_config'])?.['format']),
    choices: 1,
    background: false,
    serverHeld: isJsonObject(body['thread']),
    stopSequences: listOf(body['stop_sequences']).filter((entry): entry is string => typeof entry === 'string'),
    history: historyOf(body, messages, rawEntries(rawBody, 'messages', rawLists)),
    keys: keysOf(body),
    body,
  });
}

/** Typed tools that the agent itself runs: called like functions, without a schema of their own. */
const CLIENT_TYPES = ['bash_', 'text_editor_', 'memory_', 'computer_'];

/** Deferred tools that a tool search has loaded in this conversation count as advertised (contract 2.2). */
function offeredTools(body: JsonObject, messages: readonly Json[]): AdvertisedTool[] {
  const tools = objectsOf(body['tools']).map(toolOf);
  const loaded = loadedTools(messages);
  if (loaded.size === 0) return tools;
  const offered = tools.map(
    (tool): AdvertisedTool => (tool.kind === 'deferred' && loaded.has(tool.name) ? { ...tool, kind: 'function' } : tool),
  );
  for (const tool of tools) loaded.delete(tool.name);
  for (const name of loaded) offered.push({ name, kind: 'function', description: '', schema: undefined });
  return offered;
}

function toolOf(tool: JsonObject): AdvertisedTool {
  const type = textOf(tool['type']);
  const name = textOf(tool['name']) || textOf(tool['mcp_server_name']) || type;
  const described = { name, description: textOf(tool['description']), schema: objectOf(tool['input_schema']) };
  if (type === 'mcp_toolset') return { ...described, kind: 'mcp' };
  if (type !== '' && type !== 'custom' && !CLIENT_TYPES.some((prefix) => type.startsWith(prefix))) return { ...described, kind: 'server' };
  return { ...described, kind: tool['defer_loading'] === true ? 'deferred' : 'function' };
}

const references = new KnownBeginnings<string>();

/** Names in `tool_reference` blocks: inside a tool result, or inside the server's own tool-search result. */
function loadedTools(messages: readonly Json[]): Set<string> {
  const names = references.read(messages, (message, _index, found) => {
    if (!isJsonObject(message)) return;
    for (const block of objectsOf(message['content'])) {
      if (block['type'] !== 'tool_result' && block['type'] !== 'tool_search_tool_result') continue;
      const inner = block['content'];
      for (const reference of [...objectsOf(inner), ...objectsOf(objectOf(inner)?.['tool_references'])]) {
        if (reference['type'] === 'tool_reference' && textOf(reference['tool_name']) !== '') found.push(textOf(reference['tool_name']));
      }
    }
  });
  return new Set(names);
}

function narrow(tools: readonly AdvertisedTool[], choice: JsonObject | undefined): readonly AdvertisedTool[] {
  if (choice?.['type'] === 'none') return [];
  if (choice?.['type'] !== 'tool') return tools;
  return tools.filter((tool) => tool.name === choice['name']);
}

function keysOf(body: JsonObject): Record<string, string> {
  const metadata = objectOf(body['metadata']);
  const thread = objectOf(body['thread']);
  const found: [string, string][] = [
    ['metadata.user_id', textOf(metadata?.['user_id'])],
    ['metadata.session_id', textOf(metadata?.['session_id'])],
    ['prompt_cache_key', textOf(body['prompt_cache_key'])],
    ['container', textOf(body['container']) || textOf(objectOf(body['container'])?.['id'])],
    ['thread', textOf(body['thread']) || textOf(thread?.['id'])],
    ['thread.previous_message_id', textOf(thread?.['previous_message_id'])],
  ];
  return Object.fromEntries(found.filter(([, value]) => value !== ''));
}

const known = new KnownBeginnings<HistoryItem>();

function historyOf(body: JsonObject, messages: readonly Json[], rawEntry: RawEntry): readonly HistoryItem[] {
  const items = known.read(messages, (message, index, found) => {
    if (!isJsonObject(message)) return;
    const content = message['content'];
    if (message['role'] === 'assistant') found.push(assistantItem(message, index, rawEntry));
    else if (message['role'] === 'system') found.push({ type: 'system', index, text: textOfBlocks(content, '\n') });
    else found.push(...userItems(content, index));
  });
  const system = textOfBlocks(body['system'], '\n');
  return system === '' ? items : [{ type: 'system', index: -1, text: system }, ...items];
}

function assistantItem(message: JsonObject, index: number, rawEntry: RawEntry): HistoryItem {
  const content = message['content'];
  const reasoning = objectsOf(content).map((block) => textOf(block['thinking']));
  return {
    type: 'assistant',
    index,
    text: textOfBlocks(content, ''),
    reasoning: reasoning.join(''),
    calls: callsOf(message, () => rawEntry(index)),
  };
}

function callsOf(message: JsonObject, raw: () => string | undefined): HistoryCall[] {
  const inside = rawInside(message, raw);
  const calls: HistoryCall[] = [];
  for (const [place, block] of listOf(message['content']).entries()) {
    if (!isJsonObject(block)) continue;
    const server = block['type'] === 'server_tool_use' || block['type'] === 'mcp_tool_use';
    if (block['type'] !== 'tool_use' && !server) continue;
    const input = block['input'];
    calls.push({
      id: textOf(block['id']),
      name: textOf(block['name']),
      kind: server ? 'server' : 'function',
      arguments: input === undefined ? '' : inside(['content', place, 'input'], input),
    });
  }
  return calls;
}

/** Results first, then the user's own words: the order that the dialect demands. */
function userItems(content: Json | undefined, index: number): HistoryItem[] {
  const results: HistoryResult[] = objectsOf(content)
    .filter((block) => block['type'] === 'tool_result')
    .map((block) => ({
      callId: textOf(block['tool_use_id']),
      text: textOfBlocks(block['content'], '\n'),
      isError: typeof block['is_error'] === 'boolean' ? block['is_error'] : undefined,
    }));
  const text = textOfBlocks(content, '\n');
  if (results.length === 0) return [{ type: 'user', index, text }];
  const items: HistoryItem[] = [{ type: 'results', index, results }];
  if (text !== '') items.push({ type: 'user', index, text });
  return items;
}

/** A string, or the text blocks of a block list. */
function textOfBlocks(content: Json | undefined, glue: string): string {
  if (typeof content === 'string') return content;
  return objectsOf(content)
    .filter((block) => block['type'] === 'text')
    .map((block) => textOf(block['text']))
    .join(glue);
}
