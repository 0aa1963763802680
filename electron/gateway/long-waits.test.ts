import type * as http from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCoreLane } from './core-lane.ts';
import { TICK_MS } from './reply-pacing.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { startScriptedUpstream, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type Answer, type TestGateway } from './testing/test-gateway.ts';

/** Waits of minutes, with the settings as they are shipped, through the real gateway over real sockets. Only its clock is turned by hand. */
const SECOND = 1_000;

interface Wire {
  readonly path: string;
  readonly body: object;
  readonly start: string;
  readonly text: string;
  readonly end: string;
  readonly json: string;
  /** Bytes of our own that a client gets while only the head is awaited, once it is committed. */
  readonly waitingEvent: string;
}

const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const chunk = (choice: object): string => `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [choice] })}\n\n`;
const place = { item_id: 'm', output_index: 0, content_index: 0 };
const part = { type: 'output_text', text: 'There. ', annotations: [] };
const item = { id: 'm', type: 'message', role: 'assistant' };
const response = (status: string, output: object[]): object => ({ response: { id: 'r', object: 'response', status, output } });
const parameters = { type: 'object', properties: { command: { type: 'string' } } };

const wires: readonly [string, Wire][] = [
  [
    'openai-chat',
    {
      path: '/v1/chat/completions',
      body: { messages: [{ role: 'user', content: 'Go.' }], tools: [{ type: 'function', function: { name: 'bash', parameters } }] },
      start: chunk({ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }),
      text: chunk({ index: 0, delta: { content: 'There. ' }, finish_reason: null }),
      end: `${chunk({ index: 0, delta: {}, finish_reason: 'stop' })}data: [DONE]\n\n`,
      json: '{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"There."},"finish_reason":"stop"}]}',
      waitingEvent: ': keep-alive\ndata: {"choices":[]}\n\n',
    },
  ],
  [
    'openai-responses',
    {
      path: '/v1/responses',
      body: { input: 'Go.', tools: [{ type: 'function', name: 'bash', parameters }] },
      start: event('response.created', { sequence_number: 0, ...response('in_progress', []) }),
      text:
        event('response.output_item.added', {
          sequence_number: 1,
          output_index: 0,
          item: { ...item, status: 'in_progress', content: [] },
        }) +
        event('response.content_part.added', { sequence_number: 2, ...place, part: { type: 'output_text', text: '', annotations: [] } }) +
        event('response.output_text.delta', { sequence_number: 3, ...place, delta: 'There. ' }),
      end:
        event('response.output_text.done', { sequence_number: 4, ...place, text: 'There. ' }) +
        event('response.content_part.done', { sequence_number: 5, ...place, part }) +
        event('response.output_item.done', {
          sequence_number: 6,
          output_index: 0,
          item: { ...item, status: 'completed', content: [part] },
        }) +
        event('response.completed', { sequence_number: 7, ...response('completed', [{ ...item, status: 'completed', content: [part] }]) }),
      json: '{"id":"r","object":"response","status":"completed","output":[{"id":"m","type":"message","role":"assistant","status":"completed","content":[{"type":"output_text","text":"There."}]}]}',
      waitingEvent: '',
    },
  ],
  [
    'anthropic-messages',
    {
      path: '/v1/messages',
      body: { max_tokens: 9, messages: [{ role: 'user', content: 'Go.' }], tools: [{ name: 'bash', input_schema: parameters }] },
      start: event('message_start', { message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: { input_tokens: 1 } } }),
      text:
        event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
        event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'There. ' } }),
      end:
        event('content_block_stop', { index: 0 }) +
        event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }) +
        event('message_stop', {}),
      json: '{"id":"m","type":"message","role":"assistant","content":[{"type":"text","text":"There."}],"stop_reason":"end_turn"}',
      waitingEvent: '',
    },
  ],
];

let upstream: ScriptedUpstream;
let gateway: TestGateway | undefined;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(async () => {
  await gateway?.gateway.stop();
  gateway = undefined;
});

/** One request that has reached the upstream, which waits for the test to answer. */
async function waiting(wire: Wire, stream: boolean) {
  const clock = createHandClock();
  const test = await startTestGateway(`${upstream.url}/v1`, { clock, createLane: createCoreLane });
  gateway = test;
  const asked = new Promise<http.ServerResponse>((resolve) => upstream.play((each) => resolve(each)));
  let head: http.IncomingMessage | undefined;
  const answer: Promise<Answer> = ask(`${test.url}${wire.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', stream, ...wire.body }),
    onHead: (each) => (head = each),
  });
  const model = await asked;
  /** What the client was sent so far, at the moment of asking. */
  const sent = (): string => Buffer.concat(test.journal.tapes[0]?.client ?? []).toString('utf8');
  /** The upstream writes; resolves when the gateway has passed or read it. */
  const says = async (bytes: string, passes = bytes): Promise<void> => {
    const before = Buffer.concat(test.journal.tapes[0]?.upstream ?? []).length;
    if (!model.headersSent) model.writeHead(200, { 'content-type': 'text/event-stream' });
    model.write(bytes);
    await expect.poll(() => Buffer.concat(test.journal.tapes[0]?.upstream ?? []).length).toBe(before + Buffer.byteLength(bytes));
    if (passes !== '') expect(sent().slice(-passes.length)).toBe(passes);
  };
  return { clock, journal: test.journal, answer, model, sent, says, head: () => head };
}

describe.each(wires)('%s, shipped settings', (_dialect, wire) => {
  test('a first byte after 200 s arrives', async () => {
    const { clock, answer, model, sent, says, head, journal } = await waiting(wire, true);
    clock.advance(99 * SECOND);
    expect(sent()).toBe('');
    expect(head()).toBeUndefined();
    clock.advance(SECOND);
    await expect.poll(() => head()?.statusCode).toBe(200);
    expect(sent()).toBe(wire.waitingEvent);
    clock.advance(100 * SECOND);
    expect(sent()).toBe(wire.waitingEvent.repeat(11));
    const whole = wire.start + wire.text + wire.end;
    await says(wire.start + wire.text);
    model.end(wire.end);
    const { status, text, complete } = await answer;
    expect([status, text, complete]).toEqual([200, wire.waitingEvent.repeat(11) + whole, true]);
    expect(upstream.seen.length).toBe(1);
    expect(journal.of('turn-ended')[0]).toMatchObject({ outcome: 'pass_through', calls: 0 });
  });

  test('silence over 280 s before the first event is a stall, never sent again', async () => {
    const { clock, answer, journal } = await waiting(wire, true);
    clock.advance(279 * SECOND);
    expect(journal.of('upstream-failed')).toEqual([]);
    clock.advance(SECOND);
    const { status, text, complete } = await answer;
    expect([status, complete]).toEqual([200, true]);
    expect(text).toContain('signalbox_stalled');
    expect(journal.of('upstream-failed')).toMatchObject([{ cause: 'stalled', upstream: 'main' }]);
    await expect.poll(() => upstream.seen[0]?.aborted).toBe(true);
    expect(upstream.seen.length).toBe(1);
  });

  test('pauses of 279 s within a stream are none; 280 s are, and comments do not put it off', async () => {
    const { clock, answer, says, journal } = await waiting(wire, true);
    clock.advance(279 * SECOND);
    await says(': prefill\n\n');
    clock.advance(279 * SECOND);
    await says(wire.start + wire.text);
    clock.advance(279 * SECOND);
    await says(`${wire.text.split('\n\n').at(-2)}\n\n`, '');
    clock.advance(200 * SECOND);
    await says(': still here\n\n');
    clock.advance(79 * SECOND);
    expect(journal.of('upstream-failed')).toEqual([]);
    clock.advance(SECOND);
    const { text, complete } = await answer;
    expect(complete).toBe(true);
    expect(text.split('There. ').length).toBeGreaterThan(2);
    expect(text).toContain('signalbox_stalled');
    expect(journal.of('upstream-failed')).toMatchObject([{ cause: 'stalled', upstream: 'main' }]);
  });

  test.each([280, 500, 3_000])('a JSON reply after %i s arrives', async (seconds) => {
    const { clock, answer, model, sent, journal } = await waiting(wire, false);
    clock.advance(seconds * SECOND);
    expect(sent()).toBe('');
    model.writeHead(200, { 'content-type': 'application/json' });
    model.write(wire.json.slice(0, 20));
    await expect.poll(() => journal.tapes[0]?.statuses).toEqual([200]);
    clock.advance(seconds * SECOND);
    model.end(wire.json.slice(20));
    const { status, text, complete } = await answer;
    expect([status, text, complete, upstream.seen.length]).toEqual([200, wire.json, true, 1]);
    expect(journal.of('turn-ended')[0]).toMatchObject({ outcome: 'pass_through', durationMs: 2 * seconds * SECOND });
  });
});

test('a reply that is withheld: a byte of ours every 10 s, to the tick', async () => {
  const [, chat] = wires[0] ?? [];
  if (chat === undefined) throw new Error('no wire');
  const { clock, answer, model, sent, says } = await waiting(chat, true);
  const more = chat.text.replace('There', 'Here');
  const call = chunk({
    index: 0,
    delta: { tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }] },
  });
  await says(chat.start + chat.text + call, chat.text);
  const ours = /: keep-alive\ndata: \{[^\n]*"choices":\[\]\}\n\n/g;
  const kept = (): number => sent().match(ours)?.length ?? 0;
  for (let count = 0; count < 27; count += 1) {
    clock.advance(10_000 - TICK_MS - 1);
    expect(kept()).toBe(count);
    clock.advance(1);
    expect(kept()).toBe(count + 1);
    if (count === 20) await says(more, '');
  }
  const end = `${chunk({ index: 0, delta: {}, finish_reason: 'tool_calls' })}data: [DONE]\n\n`;
  model.end(end);
  const { text } = await answer;
  expect(text.replaceAll(ours, '')).toBe(chat.start + chat.text + call + more + end);
});
