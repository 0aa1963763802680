import type { JsonObject } from '../../../shared/json.ts';
import {
  argumentParts,
  type DemoCall,
  type DemoDialect,
  type DemoMessage,
  type DemoReply,
  type DemoRequest,
  sseFrame,
  textParts,
} from './demo-dialect.ts';

/** Anthropic Messages. */
export const demoAnthropic: DemoDialect = {
  path: '/v1/messages',

  body: (request: DemoRequest) => ({
    model: request.model,
    max_tokens: 8192,
    stream: true,
    system: request.system,
    messages: request.messages.map(messageOf),
    tools: request.tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
  }),

  frames(reply: DemoReply, model: string) {
    const frame = (data: JsonObject & { readonly type: string }) => sseFrame(data, data.type);
    const message = { id: 'msg_demo', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null };
    const frames = [frame({ type: 'message_start', message: { ...message, usage: { input_tokens: 1800, output_tokens: 1 } } })];
    let index = 0;
    const block = (start: JsonObject, deltas: readonly JsonObject[], isClosed: boolean) => {
      frames.push(frame({ type: 'content_block_start', index, content_block: start }));
      for (const delta of deltas) frames.push(frame({ type: 'content_block_delta', index, delta }));
      if (isClosed) frames.push(frame({ type: 'content_block_stop', index }));
      index += 1;
    };
    const isWhole = reply.ending === 'whole';
    const isLastCall = (call: DemoCall) => call === reply.calls.at(-1);
    if (reply.text !== '') {
      const deltas = textParts(reply.text).map((text) => ({ type: 'text_delta', text }));
      block({ type: 'text', text: '' }, deltas, isWhole || reply.calls.length > 0);
    }
    for (const call of reply.calls) {
      const deltas = argumentParts(reply, call).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
      block({ type: 'tool_use', id: call.id, name: call.name, input: {} }, deltas, isWhole || !isLastCall(call));
    }
    if (!isWhole) return frames;
    const stop_reason = reply.calls.length > 0 ? 'tool_use' : 'end_turn';
    const end = frame({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 120 } });
    return [...frames, end, frame({ type: 'message_stop' })];
  },

  read(events) {
    let text = '';
    const calls: { id: string; name: string; arguments: string }[] = [];
    for (const event of events as readonly StreamEvent[]) {
      if (event.content_block?.type === 'tool_use')
        calls.push({ id: event.content_block.id ?? '', name: event.content_block.name ?? '', arguments: '' });
      text += event.delta?.text ?? '';
      const open = calls.at(-1);
      if (open !== undefined) open.arguments += event.delta?.partial_json ?? '';
    }
    return { text, calls: calls.map((call) => ({ ...call, arguments: call.arguments || '{}' })) };
  },
};

interface StreamEvent {
  readonly content_block?: { readonly type: string; readonly id?: string; readonly name?: string };
  readonly delta?: { readonly text?: string; readonly partial_json?: string };
}

function messageOf(message: DemoMessage): JsonObject {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: [...(message.text === '' ? [] : [{ type: 'text', text: message.text }]), ...message.calls.map(callOf)],
      };
    case 'results':
      return {
        role: 'user',
        content: message.results.map((result) => ({
          type: 'tool_result',
          tool_use_id: result.id,
          content: result.text,
          is_error: result.isError,
        })),
      };
  }
}

const callOf = (call: DemoCall): JsonObject => ({
  type: 'tool_use',
  id: call.id,
  name: call.name,
  input: JSON.parse(call.arguments) as JsonObject,
});
