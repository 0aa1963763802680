import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { memberOf, parseWithSpans } from '../../text/json-spans.ts';
import { spliceText } from '../../text/splice-text.ts';
import type { ReplyCall } from '../../turn/turn.ts';
import type { ReaskReply } from '../dialect.ts';
import { assembleBlocks } from './assemble-blocks.ts';

/** The request as sent, with the faulty message and its answers behind the last message; everything else keeps its bytes (wire 3.7). */
export function encodeReask(rawBody: string, asked: ReaskReply): string {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  const messages = parsed.ok ? memberOf(parsed.value.root, 'messages')?.value : undefined;
  if (messages?.kind !== 'array') return rawBody;
  const calls = asked.reply.calls.filter((call) => call.kind === 'function');
  const ids = calls.map((call, place) => call.id || `toolu_reask${place}`);
  const blocks = assembleBlocks(asked.sources, asked.reply.text, (place, id) => id || (ids[place] ?? `toolu_reask${place}`));
  const added: string[] = [];
  if (blocks.length > 0) added.push(`{"role":"assistant","content":[${blocks.join(',')}]}`);
  const answers = calls.map((call, place) => resultBlock(asked, call, ids[place] ?? '', place));
  if (asked.userText !== undefined) answers.push(JSON.stringify({ type: 'text', text: asked.userText }));
  if (answers.length > 0) added.push(`{"role":"user","content":[${answers.join(',')}]}`);
  if (added.length === 0) return rawBody;
  const end = messages.items[messages.items.length - 1]?.end ?? messages.start + 1;
  return spliceText(rawBody, [{ start: end, end, text: `${messages.items.length > 0 ? ',' : ''}${added.join(',')}` }]);
}

const NOT_RUN = 'This call was not run, because another call of the same message could not be read.';

/** Every call needs one result, also one that nothing is wrong with. */
function resultBlock(asked: ReaskReply, call: ReplyCall, id: string, place: number): string {
  const answer = call.id === '' ? asked.answers[place] : asked.answers.find((entry) => entry.callId === call.id);
  return JSON.stringify({ type: 'tool_result', tool_use_id: id, content: answer?.text ?? NOT_RUN, is_error: true });
}
