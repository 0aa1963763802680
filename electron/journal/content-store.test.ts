import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { BodyOrigin } from './body-origin.ts';
import { bodyReceiver } from './body-receiver.ts';
import { bodySender } from './body-transfer.ts';
import { type ContentStore, createContentStore } from './content-store.ts';
import { unpackNumbers } from './packed.ts';
import { migrate } from './schema.ts';
import { openDatabase } from './sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'signalbox-contents-'));
const file = openDatabase(join(folder, 'journal.db'));
migrate(file);
afterAll(() => {
  file.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Sessions that no other test has used. */
let sessions = 0;
const newSession = (): { readonly store: ContentStore; readonly session: number } => ({
  store: createContentStore(file),
  session: (sessions += 1),
});
const none = (): void => undefined;

/** A step of a conversation: what an agent does to its history between two requests. */
const step = fc.oneof(
  fc.record({ type: fc.constant('say' as const), text: fc.string({ maxLength: 40 }), long: fc.boolean() }),
  fc.record({ type: fc.constant('edit' as const), at: fc.nat(30), text: fc.string({ maxLength: 10 }) }),
  fc.record({ type: fc.constant('cut' as const), to: fc.nat(30) }),
  fc.record({ type: fc.constant('mark' as const), at: fc.nat(30) }),
  fc.record({ type: fc.constant('tail' as const), text: fc.string({ maxLength: 200 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function bodiesOf(steps: readonly Step[], spaces: boolean): readonly string[] {
  let messages: Record<string, unknown>[] = [{ role: 'user', content: 'Begin.' }];
  let tail: string | undefined;
  return steps.map((one) => {
    if (one.type === 'say')
      messages = [...messages, { role: 'user', content: one.long ? `${one.text} word`.repeat(80) : one.text }, { n: 1 }];
    if (one.type === 'edit') messages = messages.map((message, at) => (at === one.at ? { ...message, content: one.text } : message));
    if (one.type === 'cut') messages = messages.slice(0, Math.max(1, one.to));
    if (one.type === 'mark') messages = messages.map(({ mark: _old, ...rest }, at) => (at === one.at ? { ...rest, mark: 1 } : rest));
    if (one.type === 'tail') tail = one.text;
    return JSON.stringify({ model: 'm', system: [1, 'two', {}], messages, tail, metadata: { a: 1 } }, undefined, spaces ? 1 : undefined);
  });
}

/** Bodies of one session as they come over into the worker, each with what is known of it. */
function* arriving(bodies: readonly string[]): Generator<{ readonly body: Uint8Array; readonly origin: BodyOrigin | undefined }> {
  const [send, receive] = [bodySender(), bodyReceiver()];
  for (const body of bodies) {
    const head = { turn: 't', session: 's', thread: 'x', dialect: 'openai-chat', method: 'POST', path: '/', headers: [] } as const;
    const sent = send({ head: { ...head, body: Buffer.from(body) }, attempts: [], client: undefined, dropped: 0 });
    for (const tape of receive([structuredClone(sent)])) yield { body: tape.head.body, origin: tape.head.origin };
  }
}

describe('createContentStore', () => {
  it('gives back every body of a conversation as it was, however its history changed', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), fc.boolean(), (steps, spaces) => {
        const { store, session } = newSession();
        const bodies = bodiesOf(steps, spaces);
        const stored = bodies.map((body) => store.put(session, Buffer.from(body), [], none));
        expect(stored.map((one) => store.get(session, one))).toEqual(bodies);
      }),
      { numRuns: 60 },
    );
  });

  it('finds the same parts whether it knew the body before or not', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 12 }), fc.boolean(), fc.nat(12), (steps, spaces, undone) => {
        const [knowing, forgetful] = [newSession(), newSession()];
        const incoming = arriving(bodiesOf(steps, spaces));
        let n = 0;
        for (const { body, origin } of incoming) {
          n += 1;
          if (n === undone) knowing.store.forget();
          const one = knowing.store.put(knowing.session, body, [], none, origin);
          const other = forgetful.store.put(forgetful.session, body, [], none);
          expect(unpackNumbers(one.parts)).toEqual(unpackNumbers(other.parts));
          expect([...one.shell]).toEqual([...other.shell]);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('does not read again what a body shares with the one before', () => {
    const { store, session } = newSession();
    const message = (n: number) => ({ role: 'user', content: `Message ${n}: ${'some words of it '.repeat(20)}` });
    const bodies = [30, 31].map((count) => JSON.stringify({ messages: Array.from({ length: count }, (_, n) => message(n)) }));
    const [first, second] = Array.from(arriving(bodies), ({ body, origin }) => {
      const given = origin?.known?.parts.length ?? 0;
      return { given, stored: store.put(session, body, [], none, origin) };
    });
    expect([first?.given, second?.given]).toEqual([0, 29]);
    expect(store.get(session, second?.stored ?? { shell: new Uint8Array(), parts: new Uint8Array() })).toBe(bodies[1]);
  });

  it.each([
    ['text that is no JSON', 'no json'],
    ['an object that is cut', '{"messages":[{"role":"user"'],
    ['a list that is broken', '{"messages":[,,]}'],
    ['a list that is not closed', '{"messages":[1,2'],
    ['a member without a value', '{"messages":}'],
    ['an empty object', '{}'],
    ['an empty list', '{"messages":[ ]}'],
    ['a raw NUL', '{"messages":["\0"]}'],
  ])('gives back %s as it was', (_what, body) => {
    const { store, session } = newSession();
    store.put(session, Buffer.from('{"messages":[{"role":"user","content":"Begin."}]}'), [], none);
    expect(store.get(session, store.put(session, Buffer.from(body), [], none))).toBe(body);
  });

  it('keeps the bodies of sessions apart', () => {
    const { store, session } = newSession();
    const { session: another } = newSession();
    const body = JSON.stringify({ messages: [{ role: 'user', content: 'The same words in two sessions.' }] });
    const one = store.put(session, Buffer.from(body), [], none);
    const other = store.put(another, Buffer.from(body), [], none);
    expect([store.get(session, one), store.get(another, other)]).toEqual([body, body]);
  });
});
