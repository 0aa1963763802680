import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createCoreLane, createCoreRequestStage } from './core-lane.ts';
import type { DecisionStore } from './decision-store.ts';
import { startScriptedUpstream, type ScriptedUpstream } from './testing/scripted-upstream.ts';
import { ask, startTestGateway, type TestGateway } from './testing/test-gateway.ts';

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

/** What outlives a restart: decisions and waiting words. */
class Kept implements DecisionStore {
  readonly rows = new Map<string, string>();
  readonly waiting: string[] = [];
  get(key: string): string | undefined {
    return this.rows.get(key);
  }
  setMany(pairs: readonly (readonly [string, string])[]): void {
    for (const [key, value] of pairs) this.rows.set(key, value);
  }
}

async function start(kept: Kept): Promise<TestGateway> {
  await stop?.();
  const steers = { of: () => [...kept.waiting], sent: (_session: string, count: number) => void kept.waiting.splice(0, count) };
  const gateway = await startTestGateway(`${upstream.url}/v1`, {
    createLane: createCoreLane,
    prepareRequest: createCoreRequestStage({ decisions: kept, steers }),
    decisions: kept,
  });
  stop = () => gateway.gateway.stop();
  return gateway;
}

const tools = [
  { type: 'function', function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } } },
];
const user = (content: string) => ({ role: 'user', content });
const call = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: '{"command":"ls"}' } }],
});
const result = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
const bodyOf = (...messages: readonly object[]) => JSON.stringify({ model: 'm', stream: false, messages, tools });
const reply = (message: object, finish: string): string =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
  });
const send = (gateway: TestGateway, body: string, headers: Record<string, string> = { 'x-signalbox-session': 's' }) =>
  ask(`${gateway.url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

/** What the upstream got since it was told what to say. */
const forwarded = (): { readonly messages: readonly { readonly role: string; readonly content: string | null }[] }[] =>
  upstream.seen.map(
    (one) =>
      JSON.parse(one.body.toString('utf8')) as { readonly messages: readonly { readonly role: string; readonly content: string | null }[] },
  );

const says = (text: string): void =>
  upstream.play((response) => {
    response.setHeader('content-type', 'application/json');
    response.end(text);
  });

test('words of the operator go in once and stay, over a restart', async () => {
  const kept = new Kept();
  kept.waiting.push('look left');
  let gateway = await start(kept);
  says(reply({ content: 'ok' }, 'stop'));
  const first = [user('go'), call('a'), result('a', '1')];
  await send(gateway, bodyOf(...first));
  expect(gateway.journal.of('steer-sent').map((entry) => entry.text)).toEqual(['[operator] look left']);
  await send(gateway, bodyOf(...first, { role: 'assistant', content: 'ok' }, user('more')));
  gateway = await start(kept);
  await send(gateway, bodyOf(...first, { role: 'assistant', content: 'ok' }, user('more')));
  const [one, two, three] = forwarded();
  expect(one?.messages).toEqual([...first, user('[operator] look left')]);
  expect(two?.messages).toEqual([...first, user('[operator] look left'), { role: 'assistant', content: 'ok' }, user('more')]);
  expect(three).toEqual(two);
  expect(gateway.journal.of('steer-sent')).toEqual([]);
});

test.each([
  ['a named session', { 'x-signalbox-session': 's' }],
  ['a session known by its history', {}],
])('the guide of a stripped leak is on the first result, over a restart: %s', async (_what, headers) => {
  const kept = new Kept();
  let gateway = await start(kept);
  const leak = '<tool_call>\n{"name":"bash","arguments":{"command":"ls"}}\n</tool_call>';
  says(reply({ ...call('a'), content: leak }, 'tool_calls'));
  await send(gateway, bodyOf(user('go')), headers);
  gateway = await start(kept);
  says(reply({ content: 'ok' }, 'stop'));
  const grown = bodyOf(user('go'), call('a'), result('a', 'out'));
  await send(gateway, grown, headers);
  await send(gateway, grown, headers);
  const [one, two] = forwarded();
  expect(one?.messages[2]?.content).toMatch(/^out\n\n.{20}/s);
  expect(two).toEqual(one);
  expect(gateway.journal.of('guidance-sent').map((entry) => entry.callId)).toEqual(['a']);
});

test('a broken history is mended and told once', async () => {
  const gateway = await start(new Kept());
  says(reply({ content: 'ok' }, 'stop'));
  const body = bodyOf(user('go'), call('a'), user('well?'));
  await send(gateway, body);
  await send(gateway, body);
  expect(forwarded().map(({ messages }) => messages.map(({ role }) => role))).toEqual(Array(2).fill(['user', 'assistant', 'tool', 'user']));
  expect(gateway.journal.of('history-repaired')).toHaveLength(1);
  expect(gateway.journal.of('turn-ended').map((entry) => entry.outcome)).toEqual(['repair_request', 'repair_request']);
});

test.each([['application/json'], [undefined]])('a stream that came instead of a body, type %s', async (type) => {
  const gateway = await start(new Kept());
  upstream.play((response) => {
    if (type !== undefined) response.setHeader('content-type', type);
    response.end(
      'data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    );
  });
  const answer = await send(gateway, bodyOf(user('go')));
  expect(answer.headers['content-type']).toBe('application/json');
  expect(JSON.parse(answer.text)).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { content: 'hi' }, finish_reason: 'stop' }],
  });
  expect(gateway.journal.of('stream-normalised')).toHaveLength(1);
  expect(gateway.journal.of('turn-ended').map((entry) => entry.outcome)).toEqual(['normalise']);
});
