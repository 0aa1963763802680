import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { fail, ok, type Result } from '../../../../shared/result.ts';
import type { RawText } from '../../turn/raw-text.ts';
import type { TurnRequest } from '../../turn/turn.ts';
import type { RequestIssue } from '../dialect.ts';
import { type RawLists, rawEntries } from '../raw-entries.ts';
import { historyOf } from './request-history.ts';
import { toolsOf } from './request-tools.ts';
import { listOf, objectOf, textOf } from './wire-event.ts';

/** Reads a Responses request. Required: `input` as text or list, unless the server holds the turn's content (interfaces 4.2). */
export function decodeRequest(body: JsonObject, rawBody: RawText, rawLists?: RawLists): Result<TurnRequest, RequestIssue> {
  const input = body['input'];
  const held = isServerHeld(body);
  if (typeof input !== 'string' && !Array.isArray(input) && !(input === undefined && held)) {
    return fail({ code: 'malformed-request', detail: 'input is neither text nor a list' });
  }
  if (body['model'] !== undefined && typeof body['model'] !== 'string')
    return fail({ code: 'malformed-request', detail: 'model is no string' });
  const stop = body['stop'];
  return ok({
    dialect: 'openai-responses',
    model: textOf(body['model']),
    stream: body['stream'] === true,
    ...toolsOf(body),
    singleCall: body['parallel_tool_calls'] === false,
    structuredOutput: textOf(objectOf(objectOf(body['text'])?.['format'])?.['type']).startsWith('json'),
    choices: 1,
    background: body['background'] === true,
    serverHeld: held,
    stopSequences: (typeof stop === 'string' ? [stop] : listOf(stop)).filter((entry) => typeof entry === 'string'),
    history: historyOf(body, rawEntries(rawBody, 'input', rawLists)),
    keys: keysOf(body),
    body,
  });
}

/** The server knows content that is not in the request (contract 2.2): a former response, a conversation, a stored prompt or items. */
function isServerHeld(body: JsonObject): boolean {
  const given = (key: string): boolean => body[key] !== undefined && body[key] !== null;
  if (given('previous_response_id') || given('conversation') || given('prompt')) return true;
  return listOf(body['input']).some((item) => isJsonObject(item) && item['type'] === 'item_reference');
}

const KEYS = ['prompt_cache_key', 'user', 'safety_identifier', 'session_id', 'conversation_id'];

function keysOf(body: JsonObject): Record<string, string> {
  const keys: [string, string][] = KEYS.map((key) => [key, textOf(body[key])]);
  for (const [key, value] of Object.entries(objectOf(body['metadata']) ?? {})) keys.push([`metadata.${key}`, textOf(value)]);
  return Object.fromEntries(keys.filter(([, value]) => value !== ''));
}
