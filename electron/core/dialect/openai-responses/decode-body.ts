import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { toldError } from '../told-error.ts';
import type { Sourced, TurnEvent, WireFrame } from '../../turn/turn-event.ts';
import { ResponsesDecoder } from './decode-reply.ts';
import { objectText, quoted, startedItem, stringAt } from './item-text.ts';

/** Statuses of a reply that is not finished: it is asked for again, and passes. */
const UNFINISHED = new Set(['queued', 'in_progress']);
const NO_BYTES = new Uint8Array(0);

/**
 * A JSON reply as the events that a stream would have brought, so that one decoder and one encoder serve both. The frames have no bytes;
 * opening and closing frame hold the whole body. undefined when the body is no finished Responses reply.
 */
export function decodeBody(rawBody: string): readonly Sourced[] | undefined {
  const spans = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!spans.ok || !isJsonObject(spans.value.value) || rawBody.slice(spans.value.root.end).trim() !== '') return undefined;
  const { root, value } = spans.value;
  const output = memberOf(root, 'output')?.value;
  if (output?.kind !== 'array') return errorFrame(rawBody, value);
  const status = typeof value['status'] === 'string' ? value['status'] : 'completed';
  if (UNFINISHED.has(status) || (value['object'] !== undefined && value['object'] !== 'response')) return undefined;
  const frames = [frame('response.created', [['response', rawBody]])];
  for (const [index, item] of output.items.entries()) frames.push(...itemFrames(rawBody, item, index));
  frames.push(frame(TERMINALS.get(status) ?? 'response.completed', [['response', rawBody]]));
  const decoder = new ResponsesDecoder();
  return frames.map((each) => ({
    frame: each,
    events: decoder.push(each).filter((event) => event.type !== 'oddity' || event.key !== undefined),
  }));
}

/** An error object inside a 200, with nothing of a reply beside it. */
function errorFrame(rawBody: string, body: JsonObject): readonly Sourced[] | undefined {
  const told = toldError(body);
  if (told === undefined) return undefined;
  const event: TurnEvent = { type: 'upstream-error', ...told };
  return [{ frame: { event: 'error', data: rawBody, raw: NO_BYTES }, events: [event] }];
}

const TERMINALS = new Map([
  ['incomplete', 'response.incomplete'],
  ['failed', 'response.failed'],
  ['cancelled', 'response.cancelled'],
]);

function frame(type: string, members: readonly (readonly [string, string])[]): WireFrame {
  return { event: type, data: objectText([['type', quoted(type)], ...members]), raw: NO_BYTES };
}

function itemFrames(text: string, item: JsonSpan, index: number): WireFrame[] {
  const place: [string, string] = ['output_index', String(index)];
  if (item.kind !== 'object') return [];
  const type = stringOf(text, item, 'type');
  const id = stringOf(text, item, 'id') || `item_${index}`;
  const added = frame('response.output_item.added', [place, ['item', startedItem(text, item, type, id)]]);
  const done = frame('response.output_item.done', [place, ['item', rawOf(text, item)]]);
  if (type !== 'message') return [added, done];
  const parts = (memberOf(item, 'content')?.value.items ?? []).flatMap((part, content) =>
    partFrames(text, part, [['item_id', quoted(id)], place, ['content_index', String(content)]]),
  );
  return [added, ...parts, done];
}

function partFrames(text: string, part: JsonSpan, at: readonly (readonly [string, string])[]): WireFrame[] {
  const own = memberOf(part, 'text')?.value;
  if (stringOf(text, part, 'type') !== 'output_text' || own?.kind !== 'string')
    return [frame('response.content_part.added', [...at, ['part', rawOf(text, part)]])];
  const added = frame('response.content_part.added', [...at, ['part', '{"type":"output_text","text":"","annotations":[]}']]);
  return [added, frame('response.output_text.delta', [...at, ['delta', rawOf(text, own)]])];
}

function stringOf(text: string, span: JsonSpan, key: string): string {
  const value = memberOf(span, key)?.value;
  return value === undefined ? '' : (stringAt(text, value) ?? '');
}
