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

/** OpenAI Chat Completions. */
export const demoChat: DemoDialect = {
  path: '/v1/chat/completions',

  body: (request: DemoRequest) => ({
    model: request.model,
    stream: true,
    messages: [{ role: 'system', content: request.system }, ...request.messages.flatMap(messageOf)],
    tools: request.tools.map(({ name, description, parameters }) => ({ type: 'function', function: { name, description, parameters } })),
  }),

  frames(reply: DemoReply, model: string) {
    const head = { id: 'chatcmpl-demo', object: 'chat.completion.chunk', created: 1_760_000_000, model };
    const chunk = (delta: JsonObject, finish: string | null = null) =>
      sseFrame({ ...head, choices: [{ index: 0, delta, finish_reason: finish }] });
    const frames = [chunk({ role: 'assistant', content: '' }), ...textParts(reply.text).map((content) => chunk({ content }))];
    reply.calls.forEach((call, index) => {
      frames.push(chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }] }));
      for (const part of argumentParts(reply, call)) frames.push(chunk({ tool_calls: [{ index, function: { arguments: part } }] }));
    });
    if (reply.ending === 'cut') return frames;
    const usage = sseFrame({ ...head, choices: [], usage: { prompt_tokens: 1500, completion_tokens: 90, total_tokens: 1590 } });
    return [...frames, chunk({}, reply.calls.length > 0 ? 'tool_calls' : 'stop'), usage, 'data: [DONE]\n\n'];
  },

  read(events) {
    let text = '';
    const calls = new Map<number, { id: string; name: string; arguments: string }>();
    for (const delta of events.map(deltaOf)) {
      text += delta.content ?? '';
      for (const part of delta.tool_calls ?? []) {
        const call = calls.get(part.index) ?? { id: '', name: '', arguments: '' };
        calls.set(part.index, {
          id: part.id ?? call.id,
          name: part.function?.name ?? call.name,
          arguments: call.arguments + (part.function?.arguments ?? ''),
        });
      }
    }
    return { text, calls: [...calls.values()] };
  },
};

interface Delta {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly index: number;
    readonly id?: string;
    readonly function?: { readonly name?: string; readonly arguments?: string };
  }[];
}

function deltaOf(event: JsonObject): Delta {
  const choices = event['choices'] as readonly { readonly delta?: Delta }[] | undefined;
  return choices?.[0]?.delta ?? {};
}

function messageOf(message: DemoMessage): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', content: message.text }];
    case 'assistant':
      return [
        {
          role: 'assistant',
          content: message.text || null,
          ...(message.calls.length > 0 ? { tool_calls: message.calls.map(callOf) } : {}),
        },
      ];
    case 'results':
      return message.results.map((result) => ({ role: 'tool', tool_call_id: result.id, content: result.text }));
  }
}

const callOf = (call: DemoCall): JsonObject => ({
  id: call.id,
  type: 'function',
  function: { name: call.name, arguments: call.arguments },
});
