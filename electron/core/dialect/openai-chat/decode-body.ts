import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonPath, parseWithSpans, rawOf, type SpannedJson, spanAt } from '../../text/json-spans.ts';
import type { Sourced, TurnEvent } from '../../turn/turn-event.ts';
import { errorOf, reasoning } from './decode-stream.ts';
import { toldError } from '../told-error.ts';
import { countOf, hitStop, listOf, objectOf, objectsOf, textOf } from '../wire-values.ts';
import { finishOf, textOfParts } from './wire-types.ts';

const NO_BYTES = new Uint8Array(0);

/** Names of the pseudo-frames; `data` of `start` is the whole body, of a `call` its raw JSON. */
export type BodyPart = 'start' | 'reasoning' | 'text' | 'call' | 'refusal' | 'finish' | 'usage' | 'end';

const partOf = (part: BodyPart, data: string, events: readonly TurnEvent[]): Sourced => ({
  frame: { event: part, data, raw: NO_BYTES },
  events,
});

/**
 * A Chat completion as pseudo-frames: start, then per choice reasoning, text, calls, finish; then usage and end. Undefined when the
 * body is neither a completion nor an error.
 */
export function decodeBody(rawBody: string): readonly Sourced[] | undefined {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const body = parsed.value.value;
  if (!Array.isArray(body['choices'])) {
    const failed = errorOf(body, '');
    return failed === undefined ? undefined : [partOf('start', rawBody, [{ type: 'upstream-error', ...failed }])];
  }
  const frames = [partOf('start', rawBody, [{ type: 'turn-start', id: textOf(body['id']), model: textOf(body['model']) }])];
  for (const [place, choice] of listOf(body['choices']).entries()) {
    if (isJsonObject(choice)) frames.push(...choiceParts(choice, place, rawBody, parsed.value, body));
  }
  const usage = objectOf(body['usage']);
  if (usage !== undefined) {
    const counts = { input: countOf(usage['prompt_tokens']), output: countOf(usage['completion_tokens']) };
    frames.push(partOf('usage', '', [{ type: 'usage', usage: counts }]));
  }
  frames.push(partOf('end', '', [{ type: 'turn-end' }]));
  return frames;
}

function choiceParts(choice: JsonObject, place: number, rawBody: string, parsed: SpannedJson, body: JsonObject): Sourced[] {
  const index = Number.isInteger(choice['index']) ? (choice['index'] as number) : place;
  const message = objectOf(choice['message']) ?? {};
  const parts: Sourced[] = [];
  const thoughts: TurnEvent[] = [];
  reasoning(message, index, thoughts);
  if (thoughts.length > 0) parts.push(partOf('reasoning', '', thoughts));
  const content = message['content'];
  const text = typeof content === 'string' ? content : textOfParts(objectsOf(content));
  const block = `${index}/text`;
  if (text !== '') {
    const start = { type: 'text-start', choice: index, block } as const;
    parts.push(partOf('text', '', [start, { type: 'text-delta', choice: index, block, text }, { type: 'text-end', choice: index, block }]));
  }
  if (textOf(message['refusal']) !== '') parts.push(partOf('refusal', '', [{ type: 'refusal', choice: index }]));
  parts.push(...callParts(message, index, ['choices', place, 'message'], rawBody, parsed));
  parts.push(partOf('finish', '', [finishEvent(choice, index, body)]));
  return parts;
}

/** An error may stand in the choice, or beside the choices with only the word in them. */
function finishEvent(choice: JsonObject, index: number, body: JsonObject): TurnEvent {
  const raw = textOf(choice['finish_reason']);
  const error = objectOf(choice['error']);
  if (raw !== 'error' && error === undefined)
    return { type: 'finish', choice: index, reason: finishOf(raw), raw, ...hitStop(choice['stop_reason']) };
  const told = error === undefined ? errorOf(body, '') : toldError({ error });
  return {
    type: 'upstream-error',
    message: told?.message || 'the upstream ended the choice with an error',
    code: told?.code ?? '',
  };
}

function callParts(message: JsonObject, choice: number, path: JsonPath, rawBody: string, parsed: SpannedJson): Sourced[] {
  const rawAt = (at: JsonPath): string => {
    const span = spanAt(parsed.root, at);
    return span === undefined ? '' : rawOf(rawBody, span);
  };
  const ids = new Set<string>();
  const parts: Sourced[] = [];
  for (const [place, call] of listOf(message['tool_calls']).entries()) {
    if (!isJsonObject(call)) continue;
    const at = [...path, 'tool_calls', place];
    const custom = objectOf(call['custom']);
    const inner = custom ?? objectOf(call['function']) ?? {};
    const value = inner[custom === undefined ? 'arguments' : 'input'];
    const args = argumentText(value, () => rawAt([...at, ...(custom === undefined ? ['function', 'arguments'] : ['custom', 'input'])]));
    const id = textOf(call['id']);
    const kind = custom === undefined && call['type'] !== 'custom' ? 'function' : 'custom';
    const odd = oddities(id, textOf(inner['name']), value, ids);
    parts.push(partOf('call', rawAt(at), callEvents(choice, `${choice}/${place}`, id, textOf(inner['name']), kind, args, odd)));
    ids.add(id);
  }
  const legacy = objectOf(message['function_call']);
  if (legacy !== undefined) {
    const args = argumentText(legacy['arguments'], () => rawAt([...path, 'function_call', 'arguments']));
    parts.push(partOf('call', '', callEvents(choice, `${choice}/legacy`, '', textOf(legacy['name']), 'function', args, [])));
  }
  return parts;
}

const argumentText = (value: Json | undefined, raw: () => string): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : raw();

function oddities(id: string, name: string, value: Json | undefined, ids: ReadonlySet<string>): string[] {
  const found: string[] = [];
  if (id === '') found.push('id-missing');
  else if (ids.has(id)) found.push('id-duplicate');
  if (name === '') found.push('name-missing');
  if (typeof value !== 'string') found.push('arguments-not-string');
  return found;
}

function callEvents(
  choice: number,
  key: string,
  id: string,
  name: string,
  kind: 'function' | 'custom',
  text: string,
  odd: readonly string[],
): TurnEvent[] {
  return [
    { type: 'call-start', choice, key, id, name, kind },
    ...odd.map((change) => ({ type: 'oddity', change, choice, key }) as const),
    { type: 'call-delta', choice, key, text },
    { type: 'call-end', choice, key, arguments: text },
  ];
}
