import type { Json, JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { memberOf, parseWithSpans } from '../../text/json-spans.ts';
import { isWholeJson } from '../../text/json-scanner.ts';
import { spliceText } from '../../text/splice-text.ts';
import type { ReplyCall } from '../../turn/turn.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { ReaskReply } from '../dialect.ts';
import { listOf, objectOf, objectsOf, parseObject, textOf } from '../wire-values.ts';

/** The request as sent, with the faulty message and its answers behind the last message; everything else keeps its bytes (wire 3.7). */
export function encodeReask(rawBody: string, asked: ReaskReply): string {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  const messages = parsed.ok ? memberOf(parsed.value.root, 'messages')?.value : undefined;
  if (messages?.kind !== 'array') return rawBody;
  const added = addedMessages(asked).map((message) => JSON.stringify(message));
  if (added.length === 0) return rawBody;
  const end = messages.items[messages.items.length - 1]?.end ?? messages.start + 1;
  return spliceText(rawBody, [{ start: end, end, text: `${messages.items.length > 0 ? ',' : ''}${added.join(',')}` }]);
}

function addedMessages(asked: ReaskReply): JsonObject[] {
  const { reply } = asked;
  const ids = reply.calls.map((call, place) => call.id || `call_reask${place}`);
  const messages: JsonObject[] = [];
  if (reply.text !== '' || reply.calls.length > 0) {
    messages.push({
      role: 'assistant',
      content: reply.text === '' && reply.calls.length > 0 ? null : reply.text,
      ...reasoningFields(asked.sources),
      ...(reply.calls.length === 0 ? {} : { tool_calls: reply.calls.map((call, place) => callEntry(call, ids[place] ?? '')) }),
    });
  }
  for (const [place, call] of reply.calls.entries()) {
    messages.push({ role: 'tool', tool_call_id: ids[place] ?? '', content: answerFor(asked, call, place) });
  }
  if (asked.userText !== undefined) messages.push({ role: 'user', content: asked.userText });
  return messages;
}

const NOT_RUN = 'This call was not run, because another call of the same message could not be read.';

/** Every call needs one result, also one that nothing is wrong with. */
function answerFor(asked: ReaskReply, call: ReplyCall, place: number): string {
  const answer = call.id === '' ? asked.answers[place] : asked.answers.find((entry) => entry.callId === call.id);
  return answer?.text ?? NOT_RUN;
}

function callEntry(call: ReplyCall, id: string): JsonObject {
  if (call.kind === 'custom') return { id, type: 'custom', custom: { name: call.name, input: call.arguments } };
  return { id, type: 'function', function: { name: call.name || 'unknown', arguments: acceptable(call.arguments) } };
}

/** Strict upstreams refuse a history whose arguments are no JSON object: those are wrapped verbatim (wire 3.6). */
function acceptable(text: string): string {
  if (text.trim() === '') return '{}';
  return text.trimStart().startsWith('{') && isWholeJson(text) ? text : JSON.stringify({ INVALID_JSON: text });
}

const PLAIN = ['reasoning_content', 'reasoning'];

/** Reasoning goes back under the names under which it came; details (signatures) as they came, in order. */
function reasoningFields(sources: readonly Sourced[]): JsonObject {
  const texts = new Map<string, string[]>();
  const details: Json[] = [];
  for (const owner of owners(sources)) {
    for (const key of PLAIN) {
      const piece = textOf(owner[key]);
      const pieces = texts.get(key) ?? [];
      if (piece !== '') texts.set(key, pieces);
      if (piece !== '') pieces.push(piece);
    }
    details.push(...listOf(owner['reasoning_details']));
  }
  const fields: Record<string, Json> = {};
  for (const [key, pieces] of texts) fields[key] = pieces.join('');
  if (details.length > 0) fields['reasoning_details'] = details;
  return fields;
}

/** The first choice's deltas of a stream, or its message of a body. Only frames that carry reasoning are read again. */
function* owners(sources: readonly Sourced[]): Generator<JsonObject> {
  let body: string | undefined;
  for (const { frame, events } of sources) {
    if (frame.event === 'start' && frame.raw.length === 0) body = frame.data;
    if (!events.some((event) => event.type === 'reasoning-delta' && event.choice === 0)) continue;
    const choice = objectsOf(parseObject((frame.event === 'reasoning' ? body : frame.data) ?? '')?.['choices'])[0];
    const owner = objectOf(choice?.['delta'] ?? choice?.['message']);
    if (owner !== undefined) yield owner;
  }
}
