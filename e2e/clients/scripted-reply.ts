import { type BuiltReply, streamOf } from '../../electron/core/testing/reply-builder.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { Dialect } from '../../shared/vocabulary.ts';

export const TEXT = 'I look at two things — first.';
export const COMMANDS = ['echo one', 'echo two'] as const;
const PIECE = 6;

const cut = (text: string): readonly string[] => text.match(new RegExp(`.{1,${PIECE}}`, 'gsu')) ?? [];
const argsOf = (command: string): string => JSON.stringify({ command });
export const idOf = (dialect: Dialect, n: number): string => `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}abcdef`;

const callsOf = (dialect: Dialect) => COMMANDS.map((command, n) => ({ id: idOf(dialect, n), name: 'bash', arguments: argsOf(command) }));

/** The reply that the faults are done to: some text, two calls, an ordinary end. One string an event. */
export const streamedReply = (dialect: Dialect, finish: 'calls' | 'stop' | 'length' = 'calls'): readonly string[] =>
  streamOf(dialect, { text: TEXT, calls: callsOf(dialect), finish }, cut);

export type Mark =
  | 'start'
  | 'mid-text'
  | 'after-text'
  | 'mid-first-call'
  | 'after-first-call'
  | 'mid-second-call'
  | 'after-second-call'
  | 'after-finish';

/** How many events a dialect writes around its text and its calls, and how many end the reply before its terminator. */
const shapes: Readonly<Record<Dialect, { text: readonly [number, number]; call: readonly [number, number]; finish: number }>> = {
  'openai-chat': { text: [0, 0], call: [1, 0], finish: 1 },
  'anthropic-messages': { text: [1, 1], call: [1, 1], finish: 1 },
  'openai-responses': { text: [2, 3], call: [1, 2], finish: 0 },
};

/** How many events of `streamedReply` come before a mark. */
export function eventsBefore(dialect: Dialect, mark: Mark): number {
  const { text, call, finish } = shapes[dialect];
  const lengths = COMMANDS.map((command) => call[0] + cut(argsOf(command)).length + call[1]);
  const afterText = 1 + text[0] + cut(TEXT).length + text[1];
  const [first = 0, second = 0] = lengths;
  switch (mark) {
    case 'start':
      return 1;
    case 'mid-text':
      return 1 + text[0] + 2;
    case 'after-text':
      return afterText;
    case 'mid-first-call':
      return afterText + call[0] + 2;
    case 'after-first-call':
      return afterText + first;
    case 'mid-second-call':
      return afterText + first + call[0] + 2;
    case 'after-second-call':
      return afterText + first + second;
    case 'after-finish':
      return afterText + first + second + finish;
  }
}

/** The same reply as one JSON body. */
export const jsonReply = (dialect: Dialect): JsonObject => jsonOf(dialect, { text: TEXT, calls: callsOf(dialect) });

/** A reply as one JSON body, as a well-behaved endpoint writes it. */
export function jsonOf(dialect: Dialect, { text = '', calls = [] }: BuiltReply): JsonObject {
  switch (dialect) {
    case 'openai-chat':
      return {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: text,
              ...(calls.length > 0 ? { tool_calls: calls.map(({ id, ...call }) => ({ id, type: 'function', function: call })) } : {}),
            },
            finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
          },
        ],
        usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
      };
    case 'anthropic-messages':
      return {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [
          { type: 'text', text },
          ...calls.map(({ id, name, arguments: args }) => ({ type: 'tool_use', id, name, input: JSON.parse(args) as JsonObject })),
        ],
        stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 5, output_tokens: 7 },
      };
    case 'openai-responses':
      return {
        id: 'resp_1',
        object: 'response',
        created_at: 1,
        status: 'completed',
        model: 'm',
        output: [
          {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text, annotations: [] }],
          },
          ...calls.map(({ id, name, arguments: args }, n) => ({
            id: `fc_${n}`,
            type: 'function_call',
            call_id: id,
            name,
            arguments: args,
            status: 'completed',
          })),
        ],
        usage: {
          input_tokens: 5,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: 7,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: 12,
        },
      };
  }
}
