import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCoreLane, createCoreRequestStage } from './core-lane.ts';
import type { DecisionStore } from './decision-store.ts';
import { startScriptedUpstream, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type TestGateway } from './testing/test-gateway.ts';

/** A context overflow through the whole gateway (contract 2.6). */
let upstream: ScriptedUpstream;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
});
afterAll(() => upstream.close());
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

const MARK = 'longer than your context window';
const OVERFLOW =
  '{ "error": {"message":"This model\'s maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens.","code":"context_length_exceeded"} }';

class Kept implements DecisionStore {
  readonly rows = new Map<string, string>();
  get(key: string): string | undefined {
    return this.rows.get(key);
  }
  setMany(pairs: readonly (readonly [string, string])[]): void {
    for (const [key, value] of pairs) this.rows.set(key, value);
  }
}

async function start(kept: Kept): Promise<TestGateway> {
  await stop?.();
  const gateway = await startTestGateway(`${upstream.url}/v1`, {
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions: kept, steers: { of: () => [], sent: () => undefined } }),
    decisions: kept,
  });
  stop = () => gateway.gateway.stop();
  return gateway;
}

const bash = { type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } } };
const user = (content: string) => ({ role: 'user', content });
const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: `{"command":"show ${id}"}` } }],
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const bodyOf = (messages: readonly object[], tools: readonly object[] | undefined = [bash], stream = false) =>
  JSON.stringify({ model: 'm', stream, messages, tools });
const send = (gateway: TestGateway, body: string, headers: Record<string, string> = { 'x-signalbox-session': 's' }) =>
  ask(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const answers = (status: number, text: string, type = 'application/json'): void =>
  upstream.play((response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  });
const works = (): void =>
  answers(
    200,
    '{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"ok"},"finish_reason":"stop"}]}',
  );
const last = (): string => upstream.seen.at(-1)?.body.toString('utf8') ?? '';

const long = bodyOf([user('go'), call('a'), result('a', 'x'.repeat(20_000))]);
const short = [user('go'), call('a'), result('a', '[cleared]')];

test('told with the next accepted request, once, and there again ever after, over restarts', async () => {
  const kept = new Kept();
  let gateway = await start(kept);
  answers(400, OVERFLOW);
  const refused = await send(gateway, long);
  expect([refused.status, refused.text]).toEqual([400, OVERFLOW]);
  await send(gateway, long);
  expect(last()).toBe(long);
  gateway = await start(kept);
  works();
  await send(gateway, bodyOf(short));
  const told = JSON.parse(last()) as { readonly messages: readonly { readonly role: string; readonly content: string }[] };
  expect(told.messages.slice(0, 3)).toEqual(short);
  expect(told.messages[3]?.role).toBe('user');
  expect(told.messages[3]?.content).toContain(MARK);
  await send(gateway, bodyOf([...short, { role: 'assistant', content: 'ok' }, user('more')]));
  const grown = last();
  expect((JSON.parse(grown) as typeof told).messages.slice(0, 4)).toEqual(told.messages);
  expect(grown.split(MARK)).toHaveLength(2);
  const given = gateway.journal.of('guidance-sent');
  expect(given.map(({ pattern, occurrence, text }) => [pattern, occurrence, text])).toEqual([
    ['EI/CONTEXT_OVERFLOW/001', 1, told.messages[3]?.content],
  ]);
  gateway = await start(kept);
  await send(gateway, bodyOf([...short, { role: 'assistant', content: 'ok' }, user('more')]));
  expect(last()).toBe(grown);
  expect(gateway.journal.of('guidance-sent')).toEqual([]);
});

test('not given where it fails again or the endpoint is busy; the same bytes are tried again', async () => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  answers(503, '{"error":{"message":"busy"}}');
  await send(gateway, bodyOf(short));
  const tried = last();
  expect(tried).toContain(MARK);
  expect(gateway.journal.of('guidance-sent')).toEqual([]);
  answers(400, OVERFLOW);
  await send(gateway, bodyOf(short));
  expect(last()).toBe(tried);
  // It was too long with the guide: the very same request goes without.
  works();
  await send(gateway, bodyOf(short));
  expect(last()).toBe(bodyOf(short));
  expect(gateway.journal.of('guidance-sent')).toEqual([]);
});

test('an endpoint that refuses a request with it gets the next one as the agent sent it', async () => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  answers(400, '{"error":{"message":"Conversation roles must alternate user/assistant/user/assistant/..."}}');
  await send(gateway, bodyOf(short));
  expect(last()).toContain(MARK);
  expect(gateway.journal.of('limit-reached').map(({ kind }) => kind)).toEqual(['overflow-guide']);
  works();
  await send(gateway, bodyOf(short));
  expect(last()).toBe(bodyOf(short));
});

test('an overflow that is told inside a stream', async () => {
  const gateway = await start(new Kept());
  answers(200, 'data: {"error":{"message":"prompt is too long: 213462 tokens > 200000 maximum"}}\n\n', 'text/event-stream');
  await send(gateway, bodyOf([user('go'), call('a'), result('a', 'x'.repeat(20_000))], [bash], true));
  works();
  await send(gateway, bodyOf(short));
  expect(last()).toContain(MARK);
});

test.each([
  ['a summary without tools', bodyOf([...short, user('Create a detailed summary of the conversation so far.')], [])],
  ['a summary with tools', bodyOf([...short, user('Create a detailed summary of the conversation so far.')])],
  ['other work of the session’s main thread', bodyOf([user('write docs'), call('z'), result('z', 'ok')])],
])('never in %s; it waits', async (_what, body) => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  works();
  await send(gateway, body);
  expect(last()).not.toContain(MARK);
  await send(gateway, bodyOf(short));
  expect(last()).toContain(MARK);
});

test.each([
  ['another session', { 'x-signalbox-session': 'other' }],
  ['a conversation that no one names', {}],
])('never to %s', async (_whom, headers) => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  works();
  await send(gateway, bodyOf(short), headers);
  expect(last()).toBe(bodyOf(short));
});

test('a conversation that only its history names, over a restart: told where that goes on', async () => {
  const kept = new Kept();
  let gateway = await start(kept);
  works();
  await send(gateway, bodyOf([user('go')]), {});
  answers(400, OVERFLOW);
  await send(gateway, long, {});
  gateway = await start(kept);
  works();
  await send(gateway, bodyOf(short), {});
  expect(last()).toContain(MARK);
  await send(gateway, bodyOf([user('What did we do so far?'), call('b'), result('b', 'ok')]), {});
  expect(last()).not.toContain(MARK);
});

test('a history that was written anew in the same session is told', async () => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  works();
  await send(
    gateway,
    bodyOf([user('What did we do so far?'), { role: 'assistant', content: '…' }, user('Continue if you have next steps')]),
  );
  expect(last()).toContain(MARK);
});

test('a summary that is too long itself changes nothing', async () => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, bodyOf([user('go'), call('a'), user('Create a detailed summary of the conversation.' + 'x'.repeat(20_000))]));
  works();
  await send(gateway, bodyOf(short));
  expect(last()).toBe(bodyOf(short));
}); // prettier-ignore

test('a request that follows at once keeps it, though the endpoint has not ended the stream that it was told with', async () => {
  const gateway = await start(new Kept());
  answers(400, OVERFLOW);
  await send(gateway, long);
  const chunk = (delta: object, finish: string | null) =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  upstream.play((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`${chunk({ role: 'assistant', content: 'ok' }, null)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
  let next: Promise<unknown> | undefined;
  await ask(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-signalbox-session': 's' },
    body: bodyOf(short, [bash], true),
    onChunk: (piece) => {
      if (piece.includes('[DONE]'))
        next = send(gateway, bodyOf([...short, { role: 'assistant', content: 'ok' }, user('more')], [bash], true));
    },
  });
  await next;
  const [told, grown] = upstream.seen.map((one) => JSON.parse(one.body.toString('utf8')) as { readonly messages: readonly object[] });
  expect(JSON.stringify(told?.messages)).toContain(MARK);
  expect(grown?.messages.slice(0, told?.messages.length)).toEqual(told?.messages);
  expect(gateway.journal.of('guidance-sent')).toHaveLength(1);
});
