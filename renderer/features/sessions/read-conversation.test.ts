import { expect, test } from 'vitest';
import { readConversation } from './read-conversation.ts';

const call = (id: string) => ({ id, name: 'bash', arguments: '{"a":1}' });

test.each([
  [
    'openai-chat',
    {
      messages: [
        { role: 'system', content: 'sys' },
        { role: 'user', content: [{ type: 'text', text: 'hi' }] },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'bash', arguments: '{"a":1}' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'out' },
      ],
    },
  ],
  [
    'anthropic-messages',
    {
      system: [{ type: 'text', text: 'sys' }],
      messages: [
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'bash', input: { a: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'out' }] }] },
      ],
    },
  ],
  [
    'openai-responses',
    {
      instructions: 'sys',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
        { type: 'function_call', call_id: 'c', name: 'bash', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'c', output: 'out' },
      ],
    },
  ],
])('%s', (_, body) => {
  expect(readConversation(JSON.stringify(body))).toEqual([
    { who: 'system', text: 'sys', calls: [] },
    { who: 'user', text: 'hi', calls: [] },
    { who: 'assistant', text: '', calls: [call('c')] },
    { who: 'tool', text: 'out', calls: [], result: { callId: 'c', error: false } },
  ]);
});

test.each([
  '',
  'no json',
  '[]',
  '{"messages":5}',
  '{"messages":[null,5,{"role":7},{"role":"assistant","tool_calls":[null,{"function":1}]}]}',
])('%s is read without guessing or failing', (body) => {
  expect(readConversation(body).every((message) => message.text === '' && message.calls.length === 0)).toBe(true);
});
