import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, streamText, type ToolSet } from 'ai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { responsesEvents, type ScriptedItem, sourcedOf, wireText } from '../../testing/responses-stream.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { OutChunk, ReplyEncoder } from '../dialect.ts';
import { openAiResponsesCodec as codec } from './codec.ts';

/** What the vendor's SDK and the AI SDK make of a stream; both are strict where agents built on them break (agents.md). */
interface Accepted {
  readonly text: string;
  readonly calls: readonly unknown[];
}

const answering = (wire: string) => async (): Promise<Response> => new Response(wire, { headers: { 'content-type': 'text/event-stream' } });

async function openAiSdk(wire: string): Promise<Accepted & { status: string | undefined }> {
  const client = new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch: answering(wire), maxRetries: 0 });
  const response = await client.responses.stream({ model: 'm', input: 'x' }).finalResponse();
  const calls = response.output.flatMap((item) => (item.type === 'function_call' ? [JSON.parse(item.arguments) as unknown] : []));
  return { text: response.output_text, calls, status: response.status };
}

async function aiSdk(wire: string): Promise<Accepted & { errors: string[] }> {
  const provider = createOpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch: answering(wire) });
  const errors: string[] = [];
  const tools = { run: { inputSchema: jsonSchema({ type: 'object' }) } } as ToolSet;
  const result = streamText({ model: provider.responses('m'), prompt: 'x', maxRetries: 0, tools, onError: () => undefined });
  let text = '';
  const calls: unknown[] = [];
  for await (const part of result.fullStream) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'tool-call') calls.push(part.input);
    if (part.type === 'error')
      errors.push(String(part.error instanceof Error ? part.error.message : JSON.stringify(part.error)).slice(0, 300));
  }
  return { text, calls, errors };
}

const reasoning: ScriptedItem = { type: 'reasoning', deltas: ['h', 'm'], encrypted: 'enc' };
const message: ScriptedItem = { type: 'message', deltas: ['one ', 'two'] };
const call: ScriptedItem = { type: 'function_call', id: 'c1', name: 'run', deltas: ['{"n"', ':1}'] };
const all = responsesEvents([reasoning, message, call]);
const without = (types: RegExp): JsonObject[] => all.filter((event) => !types.test(String(event['type'])));
const read = (events: readonly JsonObject[]): Sourced[] => sourcedOf(codec.createDecoder(), events);
const ends = (sourced: Sourced): boolean => sourced.events.some((event) => event.type === 'finish');
const passAll = (encoder: ReplyEncoder, events: readonly JsonObject[]): OutChunk[] => read(events).map((sourced) => encoder.pass(sourced));

const recovered = (encoder: ReplyEncoder): OutChunk[] =>
  read(responsesEvents([reasoning, { type: 'message', deltas: ['one two', '<tool_call>'] }])).flatMap((sourced) => {
    if (ends(sourced)) return [encoder.calls(0, [{ id: 'c1', name: 'run', arguments: '{"n":1}' }]), encoder.pass(sourced)];
    const leak = sourced.events.some((event) => event.type === 'text-delta' && event.text === '<tool_call>');
    return [leak ? encoder.edit(sourced, { text: { choice: 0, part: '', first: true, last: true } }) : encoder.pass(sourced)];
  });

const twice = (encoder: ReplyEncoder): OutChunk[] => {
  const first = read(responsesEvents([reasoning, { type: 'message', deltas: ['one '] }]))
    .filter((sourced) => !ends(sourced))
    .slice(0, -1);
  const chunks = first.map((sourced) => encoder.pass(sourced));
  encoder.continueReply({ dropReasoning: true, firstUsage: { input: 1, output: 2 } });
  return [...chunks, ...passAll(encoder, responsesEvents([reasoning, { type: 'message', deltas: ['two'] }, call]))];
};

describe('the SDKs accept', () => {
  const cases: [string, (encoder: ReplyEncoder) => OutChunk[]][] = [
    ['an untouched reply', (encoder) => passAll(encoder, all)],
    ['a keep-alive behind every frame', (encoder) => read(all).flatMap((sourced) => [encoder.pass(sourced), encoder.keepAlive()])],
    ['a recovered call', recovered],
    ['a continued reply', twice],
    ['a reply whose starts were missing', (encoder) => passAll(encoder, without(/created|in_progress|item\.added|content_part\.added/))],
    ['a reply of closing events only', (encoder) => passAll(encoder, without(/item\.added|part|delta|text\.done|arguments/))],
    ['a reply told only by its terminal event', (encoder) => passAll(encoder, [...all.slice(0, 2), ...all.slice(-1)])],
    ['a reply whose terminal event was missing', (encoder) => [...passAll(encoder, all.slice(0, -1)), encoder.close(undefined)]],
    [
      'a reply whose ids change at every event',
      (encoder) =>
        passAll(
          encoder,
          all.map((event, index) => ('item_id' in event ? { ...event, item_id: `x${index}` } : event)),
        ),
    ],
  ];
  it.each(cases)('%s', async (_name, play) => {
    const wire = wireText(play(codec.createStreamEncoder()));
    const expected = { text: 'one two', calls: [{ n: 1 }] };
    expect(await openAiSdk(wire)).toEqual({ ...expected, status: 'completed' });
    expect(await aiSdk(wire)).toEqual({ ...expected, errors: [] });
  });

  it('a cut reply, as an error', async () => {
    const encoder = codec.createStreamEncoder();
    const error = { code: 'signalbox_cut', status: 502, message: 'the reply was cut', retryable: true } as const;
    const wire = wireText([...passAll(encoder, all.slice(0, 9)), encoder.error(error)]);
    expect((await openAiSdk(wire)).status).toBe('failed');
    expect((await aiSdk(wire)).errors.join()).toContain('the reply was cut');
  });
});
