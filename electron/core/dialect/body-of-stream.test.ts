import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { bodyOfStream } from './body-of-stream.ts';
import { codecs } from './registry.ts';

const json = (...events: readonly object[]): string[] => events.map((event) => JSON.stringify(event));
const chunk = (delta: object, finish: string | null = null) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const start = {
  type: 'message_start',
  message: {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    usage: { input_tokens: 3, output_tokens: 1 },
  },
};
const block = (index: number, content_block: object) => ({ type: 'content_block_start', index, content_block });
const delta = (index: number, inner: object) => ({ type: 'content_block_delta', index, delta: inner });

const rows: readonly (readonly [string, Dialect, readonly string[], string])[] = [
  [
    'Chat text, reasoning and usage',
    'openai-chat',
    [
      ...json(
        chunk({ role: 'assistant', content: '' }),
        chunk({ reasoning_content: 'th' }),
        chunk({ reasoning_content: 'ink' }),
        chunk({ content: 'h' }),
        chunk({ content: 'i' }),
        chunk({}, 'stop'),
        { id: 'c', choices: [], usage: { prompt_tokens: 1 } },
      ),
      '[DONE]',
    ],
    '{"id":"c","object":"chat.completion","created":1,"model":"m","usage":{"prompt_tokens":1},"choices":[{"index":0,"message":{"role":"assistant","content":"hi","reasoning_content":"think"},"finish_reason":"stop"}]}',
  ],
  [
    'Chat calls',
    'openai-chat',
    json(
      chunk({
        role: 'assistant',
        content: null,
        tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'x', arguments: '' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"n":' } }] }),
      chunk({
        tool_calls: [
          { index: 0, function: { arguments: '1.50}' } },
          { index: 1, id: 'b', type: 'function', function: { name: 'y', arguments: '{}' } },
        ],
      }),
      chunk({}, 'tool_calls'),
    ),
    '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"type":"function","id":"a","function":{"name":"x","arguments":"{\\"n\\":1.50}"}},{"type":"function","id":"b","function":{"name":"y","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}',
  ],
  [
    'Anthropic blocks; input keeps its text',
    'anthropic-messages',
    json(
      start,
      block(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'th' }),
      delta(0, { type: 'signature_delta', signature: 'sig' }),
      block(1, { type: 'text', text: '' }),
      delta(1, { type: 'text_delta', text: 'hi' }),
      block(2, { type: 'tool_use', id: 't', name: 'x', input: {} }),
      delta(2, { type: 'input_json_delta', partial_json: '{"n": 1' }),
      delta(2, { type: 'input_json_delta', partial_json: '.50}' }),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } },
      { type: 'message_stop' },
    ),
    '{"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"th","signature":"sig"},{"type":"text","text":"hi"},{"type":"tool_use","id":"t","name":"x","input":{"n": 1.50}}],"stop_reason":"tool_use","usage":{"input_tokens":3,"output_tokens":9}}',
  ],
  [
    'Responses: the last response, byte for byte',
    'openai-responses',
    ['{"type":"response.created","response":{"id":"r"}}', '{"type":"response.completed","response":{ "id":"r", "output":[{"n":1.50}] }}'],
    '{ "id":"r", "output":[{"n":1.50}] }',
  ],
  [
    'Responses: items that the last event left out',
    'openai-responses',
    ['{"type":"response.output_item.done","item":{"id":"i","n":1.50}}', '{"type":"response.completed","response":{"id":"r","output":[]}}'],
    '{"id":"r","output":[{"id":"i","n":1.50}]}',
  ],
]; // prettier-ignore

describe('finished streams', () => {
  test.each(rows)('%s', (_what, dialect, data, body) => {
    expect(bodyOfStream[dialect](data)).toBe(body);
    if (dialect !== 'openai-responses') expect(codecs[dialect].decodeBody(body)).toBeDefined();
  });
});

describe('unfinished or broken streams stand for no body', () => {
  test.each([
    ['openai-chat', json(chunk({ content: 'h' }))],
    ['openai-chat', json({ error: { message: 'no' } })],
    ['openai-chat', []],
    ['anthropic-messages', json(start, block(0, { type: 'text', text: 'h' }))],
    ['anthropic-messages', json(start, { type: 'error', error: {} }, { type: 'message_stop' })],
    [
      'anthropic-messages',
      json(
        start,
        block(0, { type: 'tool_use', id: 't', name: 'x', input: {} }),
        delta(0, { type: 'input_json_delta', partial_json: '{"n' }),
        { type: 'message_stop' },
      ),
    ],
    ['openai-responses', ['{"type":"response.created","response":{"id":"r"}}', 'no json']],
  ] as const)('%s %#', (dialect, data) => expect(bodyOfStream[dialect](data)).toBeUndefined()); // prettier-ignore
});
