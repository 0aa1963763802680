import { isJsonObject, type Json, type JsonObject } from '../../../../shared/json.ts';
import type { WireFrame } from '../../turn/turn-event.ts';
import { toldError, toldInWords } from '../told-error.ts';

/** What an event of the stream is about, as far as Signalbox must tell them apart. */
export type EventKind =
  | 'opening'
  | 'item-added'
  | 'item-done'
  | 'part-added'
  | 'part-done'
  | 'text-delta'
  | 'text-done'
  | 'arguments-delta'
  | 'arguments-done'
  | 'reasoning-part'
  | 'reasoning-delta'
  | 'refusal'
  | 'terminal'
  | 'error'
  | 'other';

const KINDS: ReadonlyMap<string, EventKind> = new Map<string, EventKind>([
  ['response.created', 'opening'],
  ['response.queued', 'opening'],
  ['response.in_progress', 'opening'],
  ['response.output_item.added', 'item-added'],
  ['response.output_item.done', 'item-done'],
  ['response.content_part.added', 'part-added'],
  ['response.content_part.done', 'part-done'],
  ['response.output_text.delta', 'text-delta'],
  ['response.output_text.done', 'text-done'],
  ['response.function_call_arguments.delta', 'arguments-delta'],
  ['response.function_call_arguments.done', 'arguments-done'],
  ['response.custom_tool_call_input.delta', 'arguments-delta'],
  ['response.custom_tool_call_input.done', 'arguments-done'],
  ['response.mcp_call_arguments.delta', 'arguments-delta'],
  ['response.mcp_call_arguments.done', 'arguments-done'],
  ['response.reasoning_summary_part.added', 'reasoning-part'],
  ['response.reasoning_text.delta', 'reasoning-delta'],
  ['response.reasoning_summary_text.delta', 'reasoning-delta'],
  ['response.reasoning.delta', 'reasoning-delta'],
  ['response.reasoning_summary.delta', 'reasoning-delta'],
  ['response.refusal.delta', 'refusal'],
  ['response.refusal.done', 'refusal'],
  ['response.completed', 'terminal'],
  ['response.incomplete', 'terminal'],
  ['response.failed', 'terminal'],
  ['response.cancelled', 'terminal'],
  ['error', 'error'],
]);

/** A parsed frame. `type` is the data's own, else the event line's. */
export interface WireEvent {
  readonly type: string;
  readonly kind: EventKind;
  readonly body: JsonObject;
}

export type ReadFrame =
  | { readonly type: 'event'; readonly event: WireEvent }
  /** A comment, or `[DONE]`, which some servers add and all clients tolerate. */
  | { readonly type: 'nothing' }
  | { readonly type: 'unreadable'; readonly detail: string };

const NO_EVENT = new Set(['', '[DONE]']);
const NOTHING: ReadFrame = { type: 'nothing' };

/** Reads the JSON of a frame. Never throws. */
export function readFrame(frame: WireFrame): ReadFrame {
  const { data } = frame;
  if (data === undefined || (data.length < 32 && frame.event !== 'error' && NO_EVENT.has(data.trim()))) return NOTHING;
  let body: unknown;
  try {
    body = JSON.parse(data);
  } catch {
    return notRead(frame.event, data);
  }
  if (!isJsonObject(body)) return notRead(frame.event, data);
  const type = typeOf(body, frame.event);
  return { type: 'event', event: { type, kind: KINDS.get(type) ?? 'other', body } };
}

/** The data's own type, else the event line's, or `error` where the data is one. */
function typeOf(body: JsonObject, event: string): string {
  if (body['object'] === 'error') return 'error';
  if (typeof body['type'] === 'string') return body['type'];
  return KINDS.has(event) || toldError(body) === undefined ? event : 'error';
}

/** Data that is no JSON object; behind an `error` event line it is the error's words. */
const notRead = (event: string, data: string): ReadFrame =>
  event === 'error'
    ? { type: 'event', event: { type: 'error', kind: 'error', body: { error: { ...toldInWords(data) } } } }
    : { type: 'unreadable', detail: data.slice(0, 200) };

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const objectOf = (value: Json | undefined): JsonObject | undefined => (isJsonObject(value) ? value : undefined);
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
export const indexOf = (value: Json | undefined): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined;

/** The part of a reasoning item that an event is about: `s0` for a summary, `c0` for content. */
export function reasoningPart({ type, body }: WireEvent): string {
  const summary = indexOf(body['summary_index']);
  return summary !== undefined || type.includes('summary') ? `s${summary ?? 0}` : `c${indexOf(body['content_index']) ?? 0}`;
}
