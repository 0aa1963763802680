import { isJsonObject, type JsonObject } from '../../../../shared/json.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';
import { parseWithSpans, rawOf, spanAt } from '../../text/json-spans.ts';
import { listOf, objectOf, sseFrame, textOf } from '../wire-values.ts';

const event = (type: string, members: object): string => sseFrame(JSON.stringify({ type, ...members }), type);

/** The events that a message stands for: start, each block with its content in one delta, the stop reason, the stop. */
export function streamOfBody(rawBody: string): string | undefined {
  const parsed = parseWithSpans(rawBody, 0, { maxDepth: WIRE_JSON_DEPTH });
  if (!parsed.ok || !isJsonObject(parsed.value.value)) return undefined;
  const { content, stop_reason = null, stop_sequence = null, ...message } = parsed.value.value;
  if (!Array.isArray(content) || message['type'] === 'error') return undefined;
  const usage = objectOf(message['usage']) ?? {};
  const out = [event('message_start', { message: { ...message, content: [], stop_reason: null, stop_sequence: null } })];
  for (const [index, block] of listOf(content).entries()) {
    if (!isJsonObject(block)) return undefined;
    const input = spanAt(parsed.value.root, ['content', index, 'input']);
    out.push(blockEvents(index, block, input === undefined ? undefined : rawOf(rawBody, input)));
  }
  out.push(event('message_delta', { delta: { stop_reason, stop_sequence }, usage: { output_tokens: usage['output_tokens'] ?? 0 } }));
  out.push(event('message_stop', {}));
  return out.join('');
}

/** A block: its start without what grows, then that in deltas. `input`: the raw text of a call's input. */
function blockEvents(index: number, block: JsonObject, input: string | undefined): string {
  const { start, deltas } = grown(block, input);
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ].join('');
}

function grown(block: JsonObject, input: string | undefined): { readonly start: JsonObject; readonly deltas: readonly JsonObject[] } {
  if (block['type'] === 'text') return { start: { ...block, text: '' }, deltas: [{ type: 'text_delta', text: textOf(block['text']) }] };
  if (block['type'] === 'thinking') {
    const signature = textOf(block['signature']);
    const signed = signature === '' ? [] : [{ type: 'signature_delta', signature }];
    return {
      start: { ...block, thinking: '', signature: '' },
      deltas: [{ type: 'thinking_delta', thinking: textOf(block['thinking']) }, ...signed],
    };
  }
  if (input === undefined) return { start: block, deltas: [] };
  return { start: { ...block, input: {} }, deltas: [{ type: 'input_json_delta', partial_json: input }] };
}
