import type { JsonObject } from '../../../../shared/json.ts';
import type { NewCall } from '../../turn/turn.ts';
import { sseFrame } from '../wire-values.ts';

/** One event of Signalbox's own making, as an SSE frame. */
export const eventFrame = (type: string, members: Readonly<Record<string, unknown>>): string =>
  sseFrame(JSON.stringify({ type, ...members }), type);

/** A whole tool_use block: the argument text goes out as it is, in one delta. */
export function callFrames(index: number, call: NewCall): string {
  return (
    eventFrame('content_block_start', { index, content_block: { type: 'tool_use', id: call.id, name: call.name, input: {} } }) +
    eventFrame('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: call.arguments } }) +
    eventFrame('content_block_stop', { index })
  );
}

const EMPTY_DELTAS: ReadonlyMap<string, JsonObject> = new Map<string, JsonObject>([
  ['text', { type: 'text_delta', text: '' }],
  ['thinking', { type: 'thinking_delta', thinking: '' }],
  ['tool_use', { type: 'input_json_delta', partial_json: '' }],
  ['server_tool_use', { type: 'input_json_delta', partial_json: '' }],
]);

/**
 * An event that says nothing (wire 3.4): some agents count only a delta or a message_delta as life. In a block without deltas of its
 * own, and behind the finish, only a ping is left.
 */
export function noOpFrame(open: { readonly index: number | undefined; readonly type: string } | undefined, finished: boolean): string {
  const ping = eventFrame('ping', {});
  if (finished) return ping;
  if (open?.index === undefined) return ping + eventFrame('message_delta', { delta: {}, usage: { output_tokens: 0 } });
  const delta = EMPTY_DELTAS.get(open.type);
  return delta === undefined ? ping : eventFrame('content_block_delta', { index: open.index, delta });
}
