import { describe, expect, test } from 'vitest';
import type { DecisionStore } from './decision-store.ts';
import type { HeldBy } from './held-by.ts';
import { type MessageHashes, RequestReader } from './request-reader.ts';
import { SessionRegistry } from './session-registry.ts';

type Message = Readonly<Record<string, unknown>>;
const user = (text: string): Message => ({ role: 'user', content: text });
const said = (text: string, id?: string): Message => ({ role: 'assistant', content: text, ...(id ? { tool_calls: [{ id }] } : {}) });

function setUp(bounds: { remembered?: DecisionStore; maxSessions?: number; maxThreads?: number; maxHashes?: number } = {}) {
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
    over: {
      explicit?: string;
      key?: string;
      threadKey?: string;
      hasTools?: boolean;
      salt?: string;
      spoken?: boolean;
      heldBy?: HeldBy;
    } = {},
  ) => {
    const text = JSON.stringify({ messages, salt: over.salt });
    return registry.place({
      explicit: over.explicit,
      key: over.key,
      threadKey: over.threadKey,
      agent: 'generic',
      hashes: hashesOf(reader, text),
      hasTools: over.hasTools ?? true,
      spoken: over.spoken ?? false,
      heldBy: over.heldBy,
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

describe('a history that the server holds (contract 2.2)', () => {
  const reply = (id: string): HeldBy => ({ reply: id, conversation: undefined });
  test('the reply that a request names says which thread it continues', () => {
    const { place } = setUp();
    const one = place([user('a')]);
    one.replied('resp_1');
    const other = place([user('a')], { salt: 'other' });
    other.replied('resp_2');
    const next = place([user('out 1')], { heldBy: reply('resp_1') });
    expect([where(next), where(other) === where(one)]).toEqual([where(one), false]);
    next.replied('resp_3');
    expect(where(place([user('out 2')], { heldBy: reply('resp_3') }))).toBe(where(one));
    expect(where(place([user('fork')], { heldBy: reply('resp_2') }))).toBe(where(other));
    expect(where(place([user('out 9')], { heldBy: reply('resp_unknown') }))).not.toBe(where(one));
  });
  test('it is a turn of an agent although it offers no tools again', () => {
    const { place } = setUp();
    place([user('a')]).replied('resp_1');
    expect(place([user('out')], { heldBy: reply('resp_1'), hasTools: false }).side).toBe(false);
  });
  test('a reply id counts within the session that the request names', () => {
    const { place } = setUp();
    place([user('a')], { explicit: 's' }).replied('resp_1');
    expect(place([user('b')], { explicit: 't', heldBy: reply('resp_1') }).session).toBe('t');
  });
  test('a conversation is one thread', () => {
    const { place } = setUp();
    const held: HeldBy = { reply: undefined, conversation: 'conv_1' };
    expect(where(place([user('b')], { heldBy: held }))).toBe(where(place([user('a')], { heldBy: held })));
  });
});

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

describe('sessions that no agent names', () => {
  const kept = (): DecisionStore => {
    const rows = new Map<string, string>();
    return {
      get: (key) => rows.get(key),
      setMany: (pairs) => {
        for (const [key, value] of pairs) rows.set(key, value);
      },
    };
  };
  const grown = [user('a'), said('b', 'c1'), { role: 'tool', tool_call_id: 'c1', content: 'r' }];

  test('are found again after a restart, by the history that they had', () => {
    const remembered = kept();
    const { place } = setUp({ remembered });
    place([user('a')]).ended('ok');
    const before = place(grown);
    const after = setUp({ remembered }).place([...grown, said('d', 'c2'), { role: 'tool', tool_call_id: 'c2', content: 'r' }]);
    expect(where(after)).toBe(where(before));
    const other = setUp({ remembered }).place([user('a'), said('x'), user('y')]);
    expect(other.session).toBe(before.session);
  });

  test('a conversation that begins is a new one, however it begins', () => {
    const remembered = kept();
    const before = setUp({ remembered }).place([user('a')]);
    expect(setUp({ remembered }).place([user('a')]).thread).toBe(before.thread);
    const { place } = setUp({ remembered });
    const ids = [place([user('a')]), place([user('a')], { salt: 'again' })].map(({ session }) => session);
    expect(new Set(ids).size).toBe(2);
  });
});

describe('the main thread', () => {
  const named = { key: 'k' };

  test('what begins while it waits for results is a sub-agent', () => {
    const { place } = setUp();
    const main = place([user('a')], named);
    expect(main.main).toBe(true);
    main.delivered('c1');
    main.ended('ok');
    expect(place([user('search for b')], named).main).toBe(false);
    expect(place([user('search for b'), said('x', 'c9'), user('r')], named).main).toBe(false);
    expect(place([user('a'), said('b', 'c1'), user('r')], named).main).toBe(true);
  });

  test('what begins when nothing waits takes its place: a new or compacted conversation', () => {
    const { place } = setUp();
    const first = place([user('a')], named);
    first.ended('ok');
    expect(place([user('summary of a')], named).main).toBe(true);
    expect(place([user('a'), said('b'), user('c')], named).main).toBe(false);
  });

  test('is where a person goes on speaking', () => {
    const { place } = setUp();
    const first = place([user('a')], named);
    first.delivered('c1');
    first.ended('ok');
    place([user('new one')], named).ended('ok');
    expect(place([user('new one'), said('b'), user('go on')], { ...named, spoken: true }).main).toBe(true);
  });

  test('a thread that the agent names is none, unless its name is the session’s, or there is no other', () => {
    const { place } = setUp();
    expect(place([user('x')], { ...named, threadKey: 'sub' }).main).toBe(true);
    expect(place([user('a')], named).main).toBe(true);
    expect(place([user('x')], { ...named, threadKey: 'sub' }).main).toBe(false);
    const codex = setUp();
    expect(codex.place([user('a')], { key: 'c', threadKey: 'c' }).main).toBe(true);
    expect(codex.place([user('x')], { key: 'c', threadKey: 'd' }).main).toBe(false);
    expect(codex.place([user('a'), said('b'), user('c')], { key: 'c', threadKey: 'c' }).main).toBe(true);
  });

  test('a request for a title is none', () => {
    const { place } = setUp();
    expect(place([user('title?')], { ...named, hasTools: false }).main).toBe(false);
    expect(place([user('a')], named).main).toBe(true);
  });
});
