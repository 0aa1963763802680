import type { JsonObject } from '../../../shared/json.ts';
import type { Sourced, WireFrame } from '../turn/turn-event.ts';
import type { OutChunk, ReplyDecoder } from '../dialect/dialect.ts';

/** A part of a scripted Responses reply, in order. */
export type ScriptedItem =
  | { readonly type: 'reasoning'; readonly deltas: readonly string[]; readonly encrypted?: string | undefined }
  | { readonly type: 'message'; readonly deltas: readonly string[] }
  | { readonly type: 'function_call'; readonly id: string; readonly name: string; readonly deltas: readonly string[] }
  | { readonly type: 'custom_tool_call'; readonly id: string; readonly name: string; readonly deltas: readonly string[] };

/** Events of a healthy Responses stream, as the vendor sends them. */
export function responsesEvents(script: readonly ScriptedItem[], overrides: JsonObject = {}): JsonObject[] {
  const events: JsonObject[] = [];
  const push = (type: string, members: JsonObject): void => {
    events.push({ type, sequence_number: events.length, ...members });
  };
  const base = { id: 'resp_1', object: 'response', created_at: 17, model: 'm', metadata: { b: 1, a: 2 } };
  push('response.created', { response: { ...base, status: 'in_progress', output: [] } });
  push('response.in_progress', { response: { ...base, status: 'in_progress', output: [] } });
  const output = script.map((item, output_index) => {
    const whole = item.deltas.join('');
    const id = `${item.type.slice(0, 3)}_${output_index}`;
    const at = { item_id: id, output_index };
    const final = finalItem(item, id, whole);
    push('response.output_item.added', { output_index, item: startItem(item, final) });
    if (item.type === 'message') {
      const part = { type: 'output_text', annotations: [], logprobs: [{ token: 'x', logprob: -1, top_logprobs: [] }], text: '' };
      push('response.content_part.added', { ...at, content_index: 0, part });
      for (const delta of item.deltas)
        push('response.output_text.delta', { ...at, content_index: 0, delta, logprobs: [{ token: delta, logprob: -1, top_logprobs: [] }] });
      push('response.output_text.done', { ...at, content_index: 0, text: whole, logprobs: [] });
      push('response.content_part.done', { ...at, content_index: 0, part: { ...part, text: whole } });
    } else if (item.type === 'reasoning') {
      push('response.reasoning_summary_part.added', { ...at, summary_index: 0, part: { type: 'summary_text', text: '' } });
      for (const delta of item.deltas) push('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta });
      push('response.reasoning_summary_text.done', { ...at, summary_index: 0, text: whole });
    } else {
      const [event, member] =
        item.type === 'function_call' ? ['function_call_arguments', 'arguments'] : ['custom_tool_call_input', 'input'];
      for (const delta of item.deltas) push(`response.${event}.delta`, { ...at, delta });
      push(`response.${event}.done`, { ...at, [member ?? '']: whole });
    }
    push('response.output_item.done', { output_index, item: final });
    return final;
  });
  push('response.completed', {
    response: { ...base, status: 'completed', output, usage: { input_tokens: 11, output_tokens: 7, total_tokens: 18 }, ...overrides },
  });
  return events;
}

function finalItem(item: ScriptedItem, id: string, whole: string): JsonObject {
  switch (item.type) {
    case 'message':
      return {
        id,
        type: 'message',
        phase: 'final_answer',
        status: 'completed',
        role: 'assistant',
        content: [{ type: 'output_text', annotations: [], logprobs: [{ token: 'x', logprob: -1, top_logprobs: [] }], text: whole }],
      };
    case 'reasoning':
      return {
        id,
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: whole }],
        ...(item.encrypted === undefined ? {} : { encrypted_content: item.encrypted }),
      };
    case 'function_call':
      return { id, type: 'function_call', status: 'completed', arguments: whole, call_id: item.id, name: item.name };
    case 'custom_tool_call':
      return { id, type: 'custom_tool_call', status: 'completed', input: whole, call_id: item.id, name: item.name };
  }
}

function startItem(item: ScriptedItem, final: JsonObject): JsonObject {
  switch (item.type) {
    case 'message':
      return { ...final, status: 'in_progress', content: [] };
    case 'reasoning':
      return { ...final, summary: [] };
    case 'function_call':
      return { ...final, status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { ...final, status: 'in_progress', input: '' };
  }
}

/** An event as the frame that a server would send. `raw` is encoded by hand: core's tests have no codec for text either. */
export function frameOf(event: JsonObject): WireFrame {
  const type = typeof event['type'] === 'string' ? event['type'] : '';
  const data = JSON.stringify(event);
  return { event: type, data, raw: new TextEncoder().encode(`event: ${type}\ndata: ${data}\n\n`) };
}

/** Frames with what the decoder says of them. */
export const sourcedOf = (decoder: ReplyDecoder, events: readonly JsonObject[]): Sourced[] =>
  events.map((event) => {
    const frame = frameOf(event);
    return { frame, events: decoder.push(frame) };
  });

/** What the client got, as text. */
export const wireText = (chunks: readonly OutChunk[]): string =>
  chunks.map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join('');
