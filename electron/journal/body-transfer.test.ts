import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bodyTransfer } from './body-transfer.ts';
import type { TapedTurn } from './turn-tape.ts';

const taped = (session: string, body: string, forwarded: string | undefined): TapedTurn => ({
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

/** Texts long enough to share their beginnings. */
const text = fc
  .record({ begin: fc.constantFrom('a', 'b'), size: fc.nat(4000), end: fc.string({ maxLength: 20 }) })
  .map(({ begin, size, end }) => begin.repeat(size) + end);
const turn = fc.record({ session: fc.constantFrom('one', 'two'), body: text, forwarded: fc.option(text, { nil: undefined }) });

const texts = ({ head, attempts }: TapedTurn): readonly (string | undefined)[] =>
  [head.body, ...attempts.map((each) => each.forwarded)].map((body) => (body === undefined ? undefined : Buffer.from(body).toString()));

test('every body arrives as it was', () => {
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 20 }), (turns) => {
      const [main, worker] = [bodyTransfer(), bodyTransfer()];
      for (const { session, body, forwarded } of turns) {
        const one = taped(session, body, forwarded);
        expect(texts(worker.unpack(structuredClone(main.pack(one))))).toEqual(texts(one));
      }
    }),
  );
});

test('of a body that grows only what is new is sent', () => {
  const transfer = bodyTransfer();
  const long = 'word '.repeat(10_000);
  transfer.pack(taped('s', long, undefined));
  expect(transfer.pack(taped('s', `${long}and more`, undefined)).head.body).toEqual({
    base: 0,
    keep: long.length,
    rest: new Uint8Array(Buffer.from('and more')),
  });
  expect(transfer.pack(taped('other', long, undefined)).head.body.rest).toHaveLength(long.length);
});

test('what is remembered stays bounded, and both sides forget alike', () => {
  const [main, worker] = [bodyTransfer(), bodyTransfer()];
  const body = (n: number): string => `${n}`.padEnd(3 * 1024 * 1024, '.');
  for (let n = 0; n < 12; n += 1) {
    const one = taped(`s${n}`, body(n), undefined);
    expect(Buffer.compare(worker.unpack(main.pack(one)).head.body, one.head.body)).toBe(0);
  }
  const back = (n: number): boolean => main.pack(taped(`s${n}`, body(n), undefined)).head.body.base === undefined;
  expect([back(11), back(0)]).toEqual([false, true]);
});
