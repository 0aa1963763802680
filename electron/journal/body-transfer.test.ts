import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyReceiver, OutOfStep } from './body-receiver.ts';
import { bodySender, type SentTape } from './body-transfer.ts';
import { RecentBodies, type RecentBody } from './recent-bodies.ts';
import type { TapedTurn } from './turn-tape.ts';

const taped = (session: string, body: string, forwarded?: string): TapedTurn => ({
  head: { turn: 't', session, thread: 'x', dialect: 'openai-chat', method: 'POST', path: '/', headers: [], body: Buffer.from(body) },
  attempts: [
    {
      attempt: 0,
      forwarded: forwarded === undefined ? undefined : Buffer.from(forwarded),
      status: 200,
      headers: [],
      upstream: { bytes: new Uint8Array(0), marks: [] },
    },
  ],
  client: undefined,
  dropped: 0,
});

/** Texts long enough to share their beginnings and their ends. */
const text = fc
  .record({ begin: fc.constantFrom('a', 'b'), size: fc.nat(9000), middle: fc.string({ maxLength: 20 }), end: fc.nat(6000) })
  .map(({ begin, size, middle, end }) => begin.repeat(size) + middle + 'z'.repeat(end));
const turn = fc.record({ session: fc.constantFrom('one', 'two'), body: text, forwarded: fc.option(text, { nil: undefined }) });

const texts = ({ head, attempts }: TapedTurn): readonly (string | undefined)[] =>
  [head.body, ...attempts.map((each) => each.forwarded)].map((body) => (body === undefined ? undefined : Buffer.from(body).toString()));

test('every body arrives as it was, in batches of any size, also when some were not asked for', () => {
  const batch = fc.record({ turns: fc.array(turn, { maxLength: 4 }), read: fc.nat(4) });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 8 }), (batches) => {
      const [send, receive] = [bodySender(), bodyReceiver()];
      for (const { turns, read } of batches) {
        const given = turns.map(({ session, body, forwarded }) => taped(session, body, forwarded));
        const incoming = receive(structuredClone(given.map(send)));
        const seen: (readonly (string | undefined)[])[] = [];
        for (const one of incoming) {
          seen.push(texts(one));
          if (seen.length > read) break;
        }
        incoming.drain();
        expect(seen).toEqual(given.slice(0, read + 1).map(texts));
      }
    }),
  );
});

const long = 'word '.repeat(10_000);

test('of a body that grows only what is new is sent', () => {
  const send = bodySender();
  send(taped('s', `${long}]}`));
  expect(send(taped('s', `${long}and more]}`)).head.body).toEqual({
    n: 2,
    base: 1,
    keep: long.length,
    tail: 2,
    rest: new Uint8Array(Buffer.from('and more')),
    continues: true,
  });
  expect(send(taped('other', long)).head.body.rest).toHaveLength(long.length);
});

test('a session in which something acts sends only what is new, too: the two kinds of its bodies are two lines', () => {
  const send = bodySender();
  const turns = Array.from({ length: 6 }, (_, n) => 'more '.repeat(1000 * n));
  const sizes = turns.map((more) => {
    const { head, attempts } = send(taped('s', `${long}${more}]}`, `guide ${long}${more}]}`));
    return [head.body.rest.length, attempts[0]?.forwarded?.rest.length];
  });
  expect(sizes.slice(1)).toEqual(turns.slice(1).map(() => [5000, 5000]));
});

test('a body whose beginning did not arrive ends the line: it is never put together from another one', () => {
  const [send, receive] = [bodySender(), bodyReceiver()];
  const [first, lost, next] = [`${long}${long}`, `${long}other`, `${long}other and more`].map((body) => send(taped('s', body)));
  if (first === undefined || lost === undefined || next === undefined) throw new Error('three were sent');
  receive([first]).drain();
  expect(() => receive([next]).drain()).toThrow(OutOfStep);
});

test('bodies too short to share anything are not remembered', () => {
  const recent = new RecentBodies<RecentBody>();
  recent.remember('s', { n: 1, kind: 'sent', length: 1023 }, undefined);
  recent.remember('t', { n: 2, kind: 'sent', length: 1024 }, undefined);
  expect([recent.of('s').length, recent.of('t').length]).toEqual([0, 1]);
});

/** What is received, and in how many pieces of memory. */
function received(sent: readonly SentTape[]): { readonly bodies: readonly string[]; readonly memories: number } {
  const memories = new Set<ArrayBufferLike>();
  const bodies: string[] = [];
  const receive = bodyReceiver();
  for (const tape of sent)
    for (const { head } of receive([structuredClone(tape)])) {
      memories.add(head.body.buffer);
      bodies.push(Buffer.from(head.body).toString());
    }
  return { bodies, memories: memories.size };
}

test('a body that grows takes over the memory of the one before', () => {
  const send = bodySender();
  const bodies = Array.from({ length: 40 }, (_, n) => `${long}${'more '.repeat(100 * n)}]}`);
  const got = received(bodies.map((body) => send(taped('s', body))));
  expect(got.bodies).toEqual(bodies);
  expect(got.memories).toBeLessThan(8);
});

test('a body that leaves the line gets memory of its own, and the line goes on', () => {
  const send = bodySender();
  const bodies = [`${long}${long}]}`, `${long}another end]}`, `${long}${long}more]}`, `${long}another end, longer]}`];
  const sent = bodies.map((body) => send(taped('s', body)));
  expect(sent.map(({ head }) => head.body.continues)).toEqual([false, false, true, true]);
  expect(received(sent).bodies).toEqual(bodies);
});

test('what is remembered stays bounded, and both sides forget alike', () => {
  const [send, receive] = [bodySender(), bodyReceiver()];
  const body = (n: number): string => `${n}`.padEnd(3 * 1024 * 1024, '.');
  for (let n = 0; n < 12; n += 1) {
    const one = taped(`s${n}`, body(n));
    for (const got of receive([send(one)])) expect(Buffer.compare(got.head.body, one.head.body)).toBe(0);
  }
  const back = (n: number): boolean => send(taped(`s${n}`, body(n))).head.body.base === undefined;
  expect([back(11), back(0)]).toEqual([false, true]);
});
