import { describe, expect, test } from 'vitest';
import { type MessageHashes, RequestReader } from './request-reader.ts';
import { SessionRegistry } from './session-registry.ts';

type Message = Readonly<Record<string, unknown>>;
const user = (text: string): Message => ({ role: 'user', content: text });
const said = (text: string, id?: string): Message => ({ role: 'assistant', content: text, ...(id ? { tool_calls: [{ id }] } : {}) });

function setUp(bounds: { maxSessions?: number; maxThreads?: number; maxHashes?: number } = {}) {
  let ids = 0;
  const clock = { now: 0 };
  const limits: string[] = [];
  const registry = new SessionRegistry({
    newId: (kind) => `${kind}${++ids}`,
    now: () => clock.now,
    onLimit: (_session, kind) => limits.push(kind),
    ...bounds,
  });
  const reader = new RequestReader();
  const place = (
    messages: readonly Message[],
    over: { explicit?: string; key?: string; threadKey?: string; hasTools?: boolean; salt?: string } = {},
  ) => {
    const text = JSON.stringify({ messages, salt: over.salt });
    return registry.place({
      explicit: over.explicit,
      key: over.key,
      threadKey: over.threadKey,
      agent: 'generic',
      hashes: hashesOf(reader, text),
      hasTools: over.hasTools ?? true,
      mentions: (id) => text.includes(id),
    });
  };
  return { place, clock, limits };
}
function hashesOf(reader: RequestReader, text: string): MessageHashes {
  const read = reader.read(Buffer.from(text));
  if (read === undefined) throw new Error('no JSON object');
  return read.hashes;
}

const where = (place: { session: string; thread: string }) => `${place.session}/${place.thread}`;

describe('session', () => {
  test('the explicit header is the id', () => expect(setUp().place([user('a')], { explicit: 'mine', key: 'k' }).session).toBe('mine'));
  test('an agent key gives the same session always, also after a restart', () => {
    const first = setUp().place([user('a')], { key: 'k' }).session;
    expect(setUp().place([user('b')], { key: 'k' }).session).toBe(first);
    expect(setUp().place([user('b')], { key: 'l' }).session).not.toBe(first);
  });
  test('lineage: a grown history continues, also after a rewind', () => {
    const { place } = setUp();
    const one = place([user('a')]);
    one.ended('ok');
    const two = place([user('a'), said('b'), user('c')]);
    const three = place([user('a'), said('b'), user('c'), said('d'), user('e')]);
    const rewound = place([user('a'), said('b'), user('other')]);
    expect([two, three, rewound].map(where)).toEqual([one, one, one].map(where));
  });
  test('lineage: a conversation that begins alike is another one', () => {
    const { place } = setUp();
    const one = place([user('a')]);
    one.delivered('call_1');
    one.ended('ok');
    const two = place([user('a')]);
    two.delivered('call_2');
    two.ended('ok');
    expect(two.session).not.toBe(one.session);
    expect(where(place([user('a'), said('', 'call_1'), user('x')]))).toBe(where(one));
    expect(where(place([user('a'), said('', 'call_2'), user('y')]))).toBe(where(two));
  });
  test('lineage: an unknown history is a new session', () => {
    const { place } = setUp();
    expect(place([user('z'), said('q'), user('c')]).session).not.toBe(place([user('a')]).session);
  });
});

describe('thread', () => {
  test('by header inside the session', () => {
    const { place } = setUp();
    const main = place([user('a')], { key: 'k' });
    const sub = place([user('a')], { key: 'k', threadKey: 'agent-1' });
    expect(sub.session).toBe(main.session);
    expect(sub.thread).not.toBe(main.thread);
    expect(place([user('b')], { key: 'k', threadKey: 'agent-1' }).thread).toBe(sub.thread);
  });
  test('by lineage inside the session', () => {
    const { place } = setUp();
    const main = place([user('a')], { key: 'k' });
    const sub = place([user('task')], { key: 'k' });
    expect(sub.thread).not.toBe(main.thread);
    expect(place([user('a'), said('b'), user('c')], { key: 'k' }).thread).toBe(main.thread);
    expect(place([user('task'), said('b'), user('c')], { key: 'k' }).thread).toBe(sub.thread);
  });
  test('the same words in two sessions stay apart', () => {
    const { place } = setUp();
    place([user('a'), said('b'), user('c')], { key: 'k' });
    expect(place([user('a'), said('b'), user('c'), said('d'), user('e')], { key: 'l' }).session).not.toBe(
      place([user('x')], { key: 'k' }).session,
    );
  });
});

describe('side requests', () => {
  test('no tools and none before', () => {
    const { place } = setUp();
    expect(place([user('title?')], { key: 'k', hasTools: false }).side).toBe(true);
  });
  test('no tools but continuing one that had', () => {
    const { place } = setUp();
    place([user('a')], { key: 'k' });
    expect(place([user('a'), said('b'), user('sum up')], { key: 'k', hasTools: false }).side).toBe(false);
  });
});

describe('retries', () => {
  test.each([
    ['while unfinished', undefined, 0, true],
    ['after an error', 'failed', 59_000, true],
    ['after a cut', 'cut', 60_000, true],
    ['too late', 'failed', 60_001, false],
    ['after success', 'ok', 1, false],
  ] as const)('%s', (_name, result, later, isRetry) => {
    const { place, clock } = setUp();
    const first = place([user('a')]);
    if (result !== undefined) first.ended(result);
    clock.now = later;
    const again = place([user('a')]);
    expect(again.turn === first.turn).toBe(isRetry);
    expect(again.retryOf).toBe(isRetry ? first.turn : undefined);
  });
  test('another body is no retry', () => {
    const { place } = setUp();
    expect(place([user('a')], { key: 'k' }).turn).not.toBe(place([user('a')], { key: 'k', salt: 'x' }).turn);
  });
  test('a fault that comes again is known', () => {
    const { place } = setUp();
    const first = place([user('a')], { key: 'k' });
    expect(first.cutBefore).toBe(false);
    first.ended('cut');
    expect(place([user('a')], { key: 'k' }).cutBefore).toBe(true);
    expect(place([user('b')], { key: 'k' }).cutBefore).toBe(false);
  });
});

describe('bounds', () => {
  test('sessions: the longest unused goes, and that is told', () => {
    const { place, limits } = setUp({ maxSessions: 2 });
    const grown = [user('a'), said('b'), user('c')];
    place(grown, { key: '1' });
    place([user('a')], { key: '2' });
    const before = place(grown, { key: '1' }).thread;
    place([user('a')], { key: '3' });
    expect(limits).toEqual(['session-evicted']);
    expect(place(grown, { key: '1' }).thread).toBe(before);
  });
  test('threads: told once a session', () => {
    const { place, limits } = setUp({ maxThreads: 2 });
    for (const text of ['a', 'b', 'c', 'd']) place([user(text)], { key: 'k' }).ended('ok');
    expect(limits).toEqual(['thread-evicted']);
  });
  test('guides belong to their thread', () => {
    const { place } = setUp();
    const main = place([user('a')], { key: 'k' });
    main.guides.attach({ callId: 'c', text: 't', pattern: 'p' });
    expect(place([user('a'), said('b'), user('c')], { key: 'k' }).guides.of('c')?.text).toBe('t');
    expect(place([user('z')], { key: 'k' }).guides.of('c')).toBeUndefined();
  });
});
