import { isJsonObject } from '../../../../shared/json.ts';
import type { NewCall } from '../../turn/turn.ts';
import type { OwnReply } from '../dialect.ts';
import { parseObject } from '../wire-values.ts';
import { callFrames, eventFrame } from './own-events.ts';

const USAGE = { input_tokens: 0, output_tokens: 0 };

/** A whole Anthropic message that no model wrote. In a body the argument text stands as it is, never parsed and written anew. */
export function encodeReply({ id, model, text, calls }: OwnReply, stream: boolean): string {
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model };
  const stop = { stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  if (!stream) {
    const blocks = [...(text === '' ? [] : [JSON.stringify({ type: 'text', text })]), ...calls.map(callBlock)];
    const tail = JSON.stringify({ ...stop, usage: USAGE }).slice(1);
    return `${JSON.stringify(message).slice(0, -1)},"content":[${blocks.join(',')}],${tail}`;
  }
  const start = { message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage: USAGE } };
  const offset = text === '' ? 0 : 1;
  return [
    eventFrame('message_start', start),
    text === '' ? '' : textFrames(text),
    ...calls.map((call, index) => callFrames(index + offset, call)),
    eventFrame('message_delta', { delta: stop, usage: { output_tokens: 0 } }),
    eventFrame('message_stop', {}),
  ].join('');
}

/** Arguments that are no object have no place in this dialect: they then are an empty one. */
function callBlock({ id, name, arguments: text }: NewCall): string {
  const input = isJsonObject(parseObject(text)) ? text : '{}';
  return `${JSON.stringify({ type: 'tool_use', id, name }).slice(0, -1)},"input":${input}}`;
}

const textFrames = (text: string): string =>
  eventFrame('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  eventFrame('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }) +
  eventFrame('content_block_stop', { index: 0 });
