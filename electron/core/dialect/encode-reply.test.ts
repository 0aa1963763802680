import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';
import { callsTold, eventsOf, textTold } from '../testing/wire-frames.ts';
import type { OwnReply } from './dialect.ts';
import { codecs } from './registry.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];

/** Bytes that a parse and a new stringify would change. */
const args = '{"file_path": "/a.ts", "n": 9007199254740993, "s": "\\u00e9\\n"}';
const call = (id: string) => ({ id, name: 'Read', arguments: args });
const replies: readonly (readonly [string, OwnReply])[] = [
  ['one call', { id: 'x1', created: 5, model: 'm', text: '', calls: [call('c1')] }],
  ['text and two calls', { id: 'x2', created: 5, model: 'm', text: 'Hm.', calls: [call('c1'), call('c2')] }],
  ['text only', { id: 'x3', created: 5, model: 'm', text: 'Hm.', calls: [] }],
];

describe.each(dialects)('%s', (dialect) => {
  const codec = codecs[dialect];

  test.each(replies)('streamed and whole, %s: the same reply, with the arguments as they are', (_name, reply) => {
    const events = eventsOf(codec, codec.encodeReply(reply, true));
    const body = (codec.decodeBody(codec.encodeReply(reply, false)) ?? []).flatMap((sourced) => [...sourced.events]);
    for (const told of [events, body]) {
      expect(textTold(told)).toBe(reply.text);
      expect(callsTold(told).map(({ id, name, arguments: text }) => ({ id, name, arguments: text }))).toEqual(reply.calls);
      expect(told.filter(({ type }) => type === 'oddity' || type === 'unreadable')).toEqual([]);
      expect(told.find((event) => event.type === 'finish')).toMatchObject({ reason: reply.calls.length > 0 ? 'calls' : 'stop' });
      expect(told.at(-1)?.type).toBe('turn-end');
      expect(told).toContainEqual({ type: 'usage', usage: { input: 0, output: 0 } });
    }
  });

  test('sent through the encoder, no byte changes', () => {
    const encoder = codec.createBodyEncoder(codec.encodeReply(replies[1]?.[1] as OwnReply, false));
    expect(encoder.changed).toBe(false);
  });
});

describe.each(replies)('strict readers: %s', (_name, reply) => {
  test('Chat', () => {
    expect(readChatStream(codecs['openai-chat'].encodeReply(reply, true)).complaints).toEqual([]);
  });
  test('Messages', () => {
    expect(readMessagesStream(codecs['anthropic-messages'].encodeReply(reply, true)).complaints).toEqual([]);
  });
  test('Responses', () => {
    expect(readResponsesStrictly(codecs['openai-responses'].encodeReply(reply, true)).faults).toEqual([]);
  });
});

describe('the vendors’ clients', () => {
  const reply = replies[1]?.[1] as OwnReply;
  const answering =
    (dialect: Dialect, stream: boolean): typeof fetch =>
    () =>
      Promise.resolve(
        new Response(codecs[dialect].encodeReply(reply, stream), {
          headers: { 'content-type': stream ? 'text/event-stream' : 'application/json' },
        }),
      );
  const openAi = (dialect: Dialect, stream: boolean) =>
    new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1/v1', fetch: answering(dialect, stream), maxRetries: 0 });
  const anthropic = (stream: boolean) =>
    new Anthropic({ apiKey: 'k', baseURL: 'http://127.0.0.1', fetch: answering('anthropic-messages', stream), maxRetries: 0 });
  const chat = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] };

  test('OpenAI Chat', async () => {
    const streamed = await openAi('openai-chat', true).chat.completions.stream(chat).finalChatCompletion();
    const whole = await openAi('openai-chat', false).chat.completions.create(chat);
    for (const { choices } of [streamed, whole]) {
      expect(choices[0]).toMatchObject({ finish_reason: 'tool_calls', message: { content: 'Hm.' } });
      expect(choices[0]?.message.tool_calls?.map((one) => one.type === 'function' && one.function.arguments)).toEqual([args, args]);
    }
  });

  test('Anthropic Messages', async () => {
    const request = { ...chat, max_tokens: 5 };
    const streamed = await anthropic(true).messages.stream(request).finalMessage();
    const whole = await anthropic(false).messages.create(request);
    for (const message of [streamed, whole]) {
      expect(message.stop_reason).toBe('tool_use');
      expect(message.content.map((block) => block.type)).toEqual(['text', 'tool_use', 'tool_use']);
    }
  });

  test('OpenAI Responses', async () => {
    const request = { model: 'm', input: 'x' };
    const streamed = await openAi('openai-responses', true).responses.stream(request).finalResponse();
    const whole = await openAi('openai-responses', false).responses.create(request);
    for (const response of [streamed, whole]) {
      expect(response.output.map(({ type }) => type)).toEqual(['message', 'function_call', 'function_call']);
      expect(response.output_text).toBe('Hm.');
    }
  });
});
