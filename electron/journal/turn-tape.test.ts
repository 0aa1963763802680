import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TurnTape } from './journal-port.ts';
import { createTurnTape, maxTapeBytes, type TapedTurn } from './turn-tape.ts';

const head = { turn: 't', session: 's', thread: 'x', dialect: 'openai-chat', method: 'POST', path: '/', headers: [], body: '{}' };

/** What is stored when `play` is over; every call is a millisecond. */
function tapedOf(play: (tape: TurnTape) => void): TapedTurn {
  let stored: TapedTurn | undefined;
  let at = 0;
  const tape = createTurnTape(
    head,
    () => (at += 1),
    (taped) => (stored = taped),
  );
  play(tape);
  tape.close();
  if (stored === undefined) throw new Error('nothing was stored');
  return stored;
}

const chunk = fc.uint8Array({ minLength: 1, maxLength: 9000 });
/** Upstream chunks, and what becomes of each: it passes, waits for the next one that passes, is replaced, or belongs to a new attempt. */
const steps = fc.array(fc.record({ bytes: chunk, fate: fc.constantFrom('pass', 'pass', 'pass', 'wait', 'replace', 'again') }), {
  maxLength: 30,
});

test('both directions are stored as they passed', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const upstream: Buffer[][] = [[]];
      const client: Buffer[] = [];
      const taped = tapedOf((tape) => {
        let waiting: Buffer[] = [];
        const send = (bytes: Buffer): void => {
          if (bytes.length === 0) return;
          client.push(bytes);
          tape.clientBytes(bytes);
        };
        for (const { bytes, fate } of all) {
          if (fate === 'again') upstream.push([]);
          upstream.at(-1)?.push(Buffer.from(bytes));
          tape.upstreamBytes(upstream.length - 1, bytes);
          if (fate === 'wait') waiting.push(Buffer.from(bytes));
          else send(Buffer.concat([...waiting, fate === 'replace' ? Buffer.from('other words') : Buffer.from(bytes)]));
          if (fate !== 'wait') waiting = [];
        }
      });
      expect(taped.attempts.map((attempt) => Buffer.from(attempt.upstream.bytes))).toEqual(
        all.length === 0 ? [] : upstream.map((chunks) => Buffer.concat(chunks)).filter((bytes) => bytes.length > 0),
      );
      const sent = Buffer.concat(client);
      const last = taped.attempts.at(-1)?.upstream.bytes ?? new Uint8Array(0);
      expect(Buffer.from(taped.client?.bytes ?? last)).toEqual(sent);
      expect(taped.client === undefined).toBe(taped.attempts.length > 0 && Buffer.compare(last, sent) === 0);
    }),
  );
});

test('the times are those of the client, also of what passed as it came', () => {
  const taped = tapedOf((tape) => {
    tape.upstreamBytes(0, Buffer.from('one'));
    tape.upstreamBytes(0, Buffer.from('two'));
    tape.clientBytes('one');
    tape.clientBytes('two');
    tape.clientBytes('more');
  });
  expect(taped.attempts[0]?.upstream.marks).toEqual([1, 3, 2, 6]);
  expect(taped.client?.marks).toEqual([3, 3, 4, 6, 5, 10]);
});

test('what finds no room is counted; what is the upstream\u2019s takes none', () => {
  const half = Buffer.alloc(maxTapeBytes / 2, 'a');
  const play = (tape: TurnTape): void => {
    for (let n = 0; n < 2; n += 1) tape.upstreamBytes(0, half);
    for (let n = 0; n < 2; n += 1) tape.clientBytes(half);
  };
  expect(tapedOf(play)).toMatchObject({ client: undefined, dropped: 0 });
  const over = tapedOf((tape) => {
    play(tape);
    tape.clientBytes('x');
  });
  expect(over.dropped).toBe(1);
});
