import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { parseWithSpans, rawOf, type SpannedJson, spanAt } from '../../text/json-spans.ts';
import type { Sourced, TurnEvent } from '../../turn/turn-event.ts';
import { toldError } from '../told-error.ts';
import { countOf, hitStop, listOf, objectOf, textOf } from '../wire-values.ts';
import { finishOf, kindOfBlock } from './wire-types.ts';

const NO_BYTES = new Uint8Array(0);

/** Names of the pseudo-frames; `data` of `start` is the whole body, of a `block` its raw JSON. */
export type BodyPart = 'start' | 'block' | 'finish' | 'usage' | 'end';

const partOf = (part: BodyPart, data: string, events: readonly TurnEvent[]): Sourced => ({
  frame: { event: part, data, raw: NO_BYTES },
  events,
});

/** A message as pseudo-frames: start, one per content block, finish, usage, end. Undefined when it is neither a message nor an error. */
export function decodeBody(rawBody: string): readonly Sourced[] | undefined {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const body = parsed.value.value;
  if (!Array.isArray(body['content'])) return failure(rawBody, body);
  const frames = [partOf('start', rawBody, [{ type: 'turn-start', id: textOf(body['id']), model: textOf(body['model']) }])];
  const ids = new Set<string>();
  for (const [place, block] of listOf(body['content']).entries()) {
    const span = spanAt(parsed.value.root, ['content', place]);
    const raw = span === undefined ? '' : rawOf(rawBody, span);
    frames.push(partOf('block', raw, isJsonObject(block) ? blockEvents(block, place, ids, rawBody, parsed.value) : []));
  }
  const finish = textOf(body['stop_reason']);
  frames.push(
    partOf('finish', '', [{ type: 'finish', choice: 0, reason: finishOf(finish), raw: finish, ...hitStop(body['stop_sequence']) }]),
  );
  const usage = objectOf(body['usage']);
  if (usage !== undefined) {
    const counts = { input: countOf(usage['input_tokens']), output: countOf(usage['output_tokens']) };
    frames.push(partOf('usage', '', [{ type: 'usage', usage: counts }]));
  }
  frames.push(partOf('end', '', [{ type: 'turn-end' }]));
  return frames;
}

function failure(rawBody: string, body: JsonObject): readonly Sourced[] | undefined {
  const told = toldError(body);
  return told === undefined ? undefined : [partOf('start', rawBody, [{ type: 'upstream-error', ...told }])];
}

function blockEvents(block: JsonObject, place: number, ids: Set<string>, rawBody: string, parsed: SpannedJson): TurnEvent[] {
  const key = `block/${place}`;
  const text = textOf(block['text']);
  switch (kindOfBlock(block)) {
    case 'text':
      return [
        { type: 'text-start', choice: 0, block: key },
        ...(text === '' ? [] : [{ type: 'text-delta', choice: 0, block: key, text } as const]),
        { type: 'text-end', choice: 0, block: key },
      ];
    case 'thinking':
      return [
        { type: 'reasoning-delta', choice: 0, block: key, text: textOf(block['thinking']), signed: textOf(block['signature']) !== '' },
      ];
    case 'redacted':
      return [{ type: 'reasoning-delta', choice: 0, block: key, text: '', signed: true }];
    case 'call':
    case 'server-call': {
      const span = spanAt(parsed.root, ['content', place, 'input']);
      return callEvents(block, key, span === undefined ? '' : rawOf(rawBody, span), ids);
    }
    case 'other':
      return [];
  }
}

function callEvents(block: JsonObject, key: string, input: string, ids: Set<string>): TurnEvent[] {
  const id = textOf(block['id']);
  const name = textOf(block['name']);
  const server = block['type'] !== 'tool_use';
  const events: TurnEvent[] = [{ type: 'call-start', choice: 0, key, id, name, kind: server ? 'server' : 'function' }];
  const odd = (change: string): number => events.push({ type: 'oddity', change, choice: 0, key });
  if (!server && id === '') odd('id-missing');
  if (!server && id !== '' && ids.has(id)) odd('id-duplicate');
  if (!server && name === '') odd('name-missing');
  ids.add(id);
  events.push({ type: 'call-delta', choice: 0, key, text: input }, { type: 'call-end', choice: 0, key, arguments: input });
  return events;
}
