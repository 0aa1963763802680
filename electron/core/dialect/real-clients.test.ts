import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { play, type Played } from '../testing/playbook.ts';
import { type BuiltReply, requestOf, streamOf } from '../testing/reply-builder.ts';

/** What Signalbox writes, read by the SDKs that agents are built on: each must see the calls, the text and an ordinary end. */
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const leak = (command: string): string => `<tool_call>\n{"name": "bash", "arguments": {"command": "${command}"}}\n</tool_call>`;
type Spoken = Extract<Dialect, 'openai-chat' | 'anthropic-messages'>;

interface Seen {
  readonly text: string;
  readonly calls: readonly string[];
  readonly finish: string | null | undefined;
}

const answering =
  (sent: string): typeof fetch =>
  () =>
    Promise.resolve(new Response(sent, { headers: { 'content-type': 'text/event-stream' } }));

async function openAiSdk(sent: string): Promise<Seen> {
  const client = new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1/v1', fetch: answering(sent), maxRetries: 0 });
  const stream = client.chat.completions.stream({ model: 'm', messages: [{ role: 'user', content: 'x' }] });
  const choice = (await stream.finalChatCompletion()).choices[0];
  const calls = (choice?.message.tool_calls ?? []).map((call) =>
    call.type === 'function' ? `${call.function.name} ${JSON.stringify(JSON.parse(call.function.arguments))}` : '',
  );
  return { text: choice?.message.content ?? '', calls, finish: choice?.finish_reason };
}

async function anthropicSdk(sent: string): Promise<Seen> {
  const client = new Anthropic({ apiKey: 'k', baseURL: 'http://127.0.0.1', fetch: answering(sent), maxRetries: 0 });
  const message = await client.messages.stream({ model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] }).finalMessage();
  return {
    text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: message.content.flatMap((block) => (block.type === 'tool_use' ? [`${block.name} ${JSON.stringify(block.input)}`] : [])),
    finish: message.stop_reason,
  };
}

const aiSdk =
  (dialect: Spoken) =>
  async (sent: string): Promise<Seen> => {
    const model =
      dialect === 'openai-chat'
        ? createOpenAICompatible({ name: 'x', baseURL: 'http://127.0.0.1/v1', apiKey: 'k', fetch: answering(sent) })('m')
        : createAnthropic({ baseURL: 'http://127.0.0.1/v1', apiKey: 'k', fetch: answering(sent) })('m');
    const failures: unknown[] = [];
    const run = streamText({
      model,
      prompt: 'x',
      maxOutputTokens: 100,
      tools: {
        bash: tool({
          inputSchema: jsonSchema<{ command: string }>({
            type: 'object',
            properties: { command: { type: 'string' } },
            required: ['command'],
          }),
        }),
      },
      onError: ({ error }) => void failures.push(error),
      maxRetries: 0,
    });
    const calls = await run.toolCalls;
    const seen = {
      text: await run.text,
      calls: calls.map((call) => `${call.toolName} ${JSON.stringify(call.input)}`),
      finish: await run.finishReason,
    };
    expect(failures).toEqual([]);
    return seen;
  };

const readers: readonly (readonly [string, Spoken, (sent: string) => Promise<Seen>, string])[] = [
  ['openai', 'openai-chat', openAiSdk, 'tool_calls'],
  ['ai sdk, chat', 'openai-chat', aiSdk('openai-chat'), 'tool-calls'],
  ['@anthropic-ai/sdk', 'anthropic-messages', anthropicSdk, 'tool_use'],
  ['ai sdk, messages', 'anthropic-messages', aiSdk('anthropic-messages'), 'tool-calls'],
];

const played = (dialect: Spoken, replies: readonly (BuiltReply | string)[]): Played =>
  play({
    dialect,
    request: requestOf(dialect, [bash]),
    replies: replies.map((reply) => ({ stream: typeof reply === 'string' ? [reply] : streamOf(dialect, reply) })),
  });

describe.each(readers)('%s', (_, dialect, read, word) => {
  it('sees recovered calls in the place of their markup', async () => {
    const { sent } = played(dialect, [{ text: `Let me look.\n${leak('ls')}\n${leak('pwd')}`, finish: 'stop' }]);
    const seen = await read(sent);
    expect(seen.calls).toEqual(['bash {"command":"ls"}', 'bash {"command":"pwd"}']);
    expect(seen.text.trim()).toBe('Let me look.');
    expect(seen.finish).toBe(word);
  });
  it('sees one reply where a re-ask stands behind it', async () => {
    const bad = { id: dialect === 'openai-chat' ? 'call_1' : 'toolu_1', name: 'bash', arguments: '{"command": "l' };
    const good = { ...bad, arguments: '{"command":"ls"}' };
    const { sent, reasks } = played(dialect, [
      { text: 'First.', calls: [bad], finish: 'calls' },
      { text: ' Then.', calls: [good], finish: 'calls' },
    ]);
    expect(reasks).toHaveLength(1);
    expect(await read(sent)).toEqual({ text: 'First. Then.', calls: ['bash {"command":"ls"}'], finish: word });
  });
  it('sees an ordinary end where the upstream forgot the terminator', async () => {
    const id = dialect === 'openai-chat' ? 'call_1' : 'toolu_1';
    const whole = streamOf(dialect, { text: '', calls: [{ id, name: 'bash', arguments: '{"command":"ls"}' }], finish: 'calls' }).join('');
    const { sent } = played(dialect, [whole.replace(/data: \[DONE\]\n\n|event: message_stop\n.*\n\n/, '')]);
    expect(await read(sent)).toEqual({ text: '', calls: ['bash {"command":"ls"}'], finish: word });
  });
});

describe.each(readers.filter(([name]) => !name.startsWith('ai sdk')))('%s', (_, dialect, read) => {
  it('throws the error that ends a broken stream', async () => {
    const id = dialect === 'openai-chat' ? 'call_1' : 'toolu_1';
    const whole = streamOf(dialect, { text: 'Half', calls: [{ id, name: 'bash', arguments: '{"command":"ls' }], finish: 'calls' });
    const cut = whole.slice(0, -3).join('');
    const { sent, failed } = played(dialect, [cut, cut]);
    const inBand = (failed?.inBand ?? []).map((chunk) => (typeof chunk === 'string' ? chunk : new TextDecoder().decode(chunk))).join('');
    expect(inBand).toContain('signalbox_cut');
    await expect(read(sent + inBand)).rejects.toThrow(/Signalbox cut this reply/);
  });
});
