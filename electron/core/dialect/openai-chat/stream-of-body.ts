import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonSpan, parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import { listOf, objectOf, sseFrame } from '../wire-values.ts';
import { errorOf } from './decode-stream.ts';
import { DONE } from './wire-types.ts';

/** The chunks that a completion stands for: one with each whole message, then one with the finish reasons, then usage. */
export function streamOfBody(rawBody: string): string | undefined {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const { choices, usage, ...head } = parsed.value.value;
  const list = listOf(choices).filter(isJsonObject);
  if (list.length === 0 || errorOf(parsed.value.value, '') !== undefined) return undefined;
  const chunk = (members: object): string => sseFrame(JSON.stringify({ ...head, object: 'chat.completion.chunk', ...members }), '');
  const messages = list.map((choice, place) => {
    const { message, finish_reason: _, ...rest } = choice;
    const raw = (path: readonly (string | number)[]): string | undefined =>
      textAt(rawBody, parsed.value.root, ['choices', place, 'message', ...path]);
    return { index: place, ...rest, delta: deltaOf(objectOf(message) ?? {}, raw), finish_reason: null };
  });
  const ends = list.map((choice, place) => ({
    index: choice['index'] ?? place,
    delta: {},
    finish_reason: choice['finish_reason'] ?? null,
  }));
  return [chunk({ choices: messages }), chunk({ choices: ends, ...(usage === undefined ? {} : { usage }) }), sseFrame(DONE, '')].join('');
}

/** Calls of a message have no place of their own; in a stream each has its index. Arguments that came as an object keep their text. */
function deltaOf(message: JsonObject, raw: (path: readonly (string | number)[]) => string | undefined): JsonObject {
  const calls = listOf(message['tool_calls']);
  if (calls.length === 0) {
    const { tool_calls: _, ...rest } = message;
    return rest;
  }
  const indexed = calls.map((call, index) => {
    if (!isJsonObject(call)) return call;
    const fn = objectOf(call['function']);
    const args = fn?.['arguments'];
    const text = typeof args === 'string' || args === undefined ? args : raw(['tool_calls', index, 'function', 'arguments']);
    return { index, ...call, ...(fn === undefined || text === undefined ? {} : { function: { ...fn, arguments: text } }) };
  });
  return { ...message, tool_calls: indexed };
}

function textAt(rawBody: string, root: JsonSpan, path: readonly (string | number)[]): string | undefined {
  const span = spanAt(root, path);
  return span === undefined ? undefined : rawOf(rawBody, span);
}
