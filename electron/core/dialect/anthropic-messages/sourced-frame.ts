import type { JsonObject } from '../../../../shared/json.ts';
import type { Usage } from '../../turn/turn.ts';
import type { Sourced, TurnEvent } from '../../turn/turn-event.ts';
import type { FrameEdit } from '../dialect.ts';
import { toldError, UNSAID } from '../told-error.ts';
import { parseObject, textOf } from '../wire-values.ts';

const oddity = (events: readonly TurnEvent[], changes: ReadonlySet<string>): boolean =>
  events.some((event) => event.type === 'oddity' && changes.has(event.change));

const MISMATCH = new Set(['event-line-mismatch']);
const EVENT_LINE = new Set(['event-line-missing', 'event-line-mismatch', 'type-missing']);
const TYPE = new Set(['type-missing']);
const SHAPE = new Set(['error-shape']);
const USELESS = new Set([
  'empty-data',
  'ping-invalid',
  'second-message-start',
  'second-message-stop',
  'event-after-end',
  'stop-without-block',
]);

/** Oddities that the encoder mends by itself; those of a call are the lane's (it writes the call anew). */
export const isOdd = (events: readonly TurnEvent[]): boolean => events.some((event) => event.type === 'oddity' && event.key === undefined);
/** The frame says nothing that a client should see. */
export const isUseless = (events: readonly TurnEvent[]): boolean => oddity(events, USELESS);
export const hasOddLine = (events: readonly TurnEvent[]): boolean => oddity(events, EVENT_LINE);
export const lacksType = (events: readonly TurnEvent[]): boolean => oddity(events, TYPE);

/** An upstream's error in another shape than the dialect's, put into it. */
export function shapedError(events: readonly TurnEvent[]): string | undefined {
  const failed = events.find((event) => event.type === 'upstream-error');
  if (failed?.type !== 'upstream-error' || !oddity(events, SHAPE)) return undefined;
  return JSON.stringify({ type: 'error', error: { type: typeOfCode(failed.code), message: failed.message || UNSAID } });
}

const typeOfCode = (code: string): string =>
  code === '429' ? 'rate_limit_error' : code === '529' ? 'overloaded_error' : /^\d*$/.test(code) ? 'api_error' : code;

/** Types that need no look into the data. `error` does: not every error event has the dialect's shape. */
const KNOWN = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
]);

/** The event line names the type; without one (or with a wrong one) the data does. */
export function typeOf({ frame, events }: Sourced): string {
  if (KNOWN.has(frame.event) && !oddity(events, MISMATCH)) return frame.event;
  return typeOfValue(parseObject(frame.data ?? ''), frame.event);
}

/** The type of an event's data; without one the event line's, or `error` where the data is one. */
export function typeOfValue(value: JsonObject | undefined, event: string): string {
  if (value === undefined) return event;
  const type = textOf(value['type']);
  if (value['object'] === 'error') return 'error';
  if (type !== '' || KNOWN.has(event)) return type || event;
  return toldError(value) === undefined ? event : 'error';
}

/** By the frame's own call: a block's start may also end the call before it. */
export function dropsCall(events: readonly TurnEvent[], type: 'call-start' | 'call-delta', edit: FrameEdit | undefined): boolean {
  if (edit?.dropCalls === undefined) return false;
  return events.some((event) => event.type === type && edit.dropCalls?.has(event.key) === true);
}

export function usageOf(events: readonly TurnEvent[]): Usage | undefined {
  const found = events.find((event) => event.type === 'usage');
  return found?.type === 'usage' ? found.usage : undefined;
}
