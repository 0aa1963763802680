import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { play } from '../testing/playbook.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { requestOf } from '../testing/reply-builder.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';
import { bodyOfStream } from './body-of-stream.ts';
import { streamOfBody } from './stream-of-body.ts';

const args = '{ "n": 12345678901234567890, "s": "\\u00e9" }';
const bodies: readonly [string, Dialect, string][] = [
  [
    'Chat text, reasoning, calls, usage',
    'openai-chat',
    JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      system_fingerprint: 'f',
      usage: { prompt_tokens: 1, completion_tokens: 2 },
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: 'Well.',
            reasoning_content: 'Hm.',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'x', arguments: args } },
              { id: 'b', type: 'function', function: { name: 'y', arguments: '{}' } },
            ],
          },
          finish_reason: 'tool_calls',
        },
      ],
    }),
  ],
  [
    'Messages thinking, text, a call',
    'anthropic-messages',
    `{"id":"msg","type":"message","role":"assistant","model":"m","content":[{"type":"thinking","thinking":"Hm.","signature":"sig"},{"type":"redacted_thinking","data":"d"},{"type":"text","text":"Well."},{"type":"tool_use","id":"toolu_1","name":"x","input":${args}}],"stop_reason":"tool_use","stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":4}}`,
  ],
  [
    'Responses reasoning, text, a call',
    'openai-responses',
    `{"id":"resp","object":"response","created_at":1,"status":"completed","model":"m","output":[{"id":"rs","type":"reasoning","summary":[]},{"id":"msg","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"Well.","annotations":[]}]},{"id":"fc","type":"function_call","status":"completed","call_id":"call_1","name":"x","arguments":${JSON.stringify(args)}}],"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}}`,
  ],
];
const read = { 'openai-chat': readChatStream, 'anthropic-messages': readMessagesStream, 'openai-responses': readResponsesStrictly };
const dataOf = (wire: string): string[] => [...wire.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => data);

describe.each(bodies)('%s', (_, dialect, body) => {
  const wire = streamOfBody[dialect](body) ?? '';

  it('is a stream that a strict client takes, with the same words and arguments', () => {
    const view = read[dialect](wire);
    expect('faults' in view ? view.faults : view.complaints).toEqual([]);
    expect([view.text, view.reasoning === '' || view.reasoning === 'Hm.']).toEqual(['Well.', true]);
    expect(view.calls[0]?.arguments).toBe(args);
  });

  it('is the way back of the body that a stream stands for', () => {
    expect(JSON.parse(bodyOfStream[dialect](dataOf(wire)) ?? '')).toEqual(JSON.parse(body));
  });

  it('passes the lane as it is', () => {
    const tools = ['x', 'y'].map((name) => ({ name, parameters: { type: 'object' } }));
    const played = play({ dialect, request: requestOf(dialect, tools), replies: [{ stream: [wire] }] });
    expect(played.lane.summary().outcome).toBe('pass_through');
    expect(played.sent).toBe(wire);
  });
});

it.each<[Dialect, string]>([
  ['openai-chat', '{"error":{"message":"m"}}'],
  ['openai-chat', '{"choices":[]}'],
  ['openai-chat', '[]'],
  ['openai-chat', '{"choices":[{"index":0,"mess'],
  ['anthropic-messages', '{"type":"error","error":{"type":"x","message":"m"}}'],
  ['anthropic-messages', '{"content":["text"]}'],
  ['openai-responses', '{"status":"failed","output":[]}'],
  ['openai-responses', '{"status":"queued","output":[]}'],
  ['openai-responses', '{"error":{"message":"m"}}'],
])('no stream: %s %s', (dialect, body) => {
  expect(streamOfBody[dialect](body)).toBeUndefined();
});

it('arguments that came as an object keep their text', () => {
  const body =
    '{"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"x","arguments":{"n":12345678901234567890}}}]},"finish_reason":"tool_calls"}]}';
  expect(readChatStream(streamOfBody['openai-chat'](body) ?? '').calls[0]?.arguments).toBe('{"n":12345678901234567890}');
});
