import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextLog } from './text-log.ts';

it('is the text that came, whole and from any place', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.string({ maxLength: 5 }),
          fc.nat(3000).map((n) => 'ab'.repeat(n)),
        ),
      ),
      fc.nat(),
      (pieces, place) => {
        const log = new TextLog();
        for (const piece of pieces) log.push(piece);
        const whole = pieces.join('');
        const offset = place % (whole.length + 2);
        expect(log.length).toBe(whole.length);
        expect(log.text()).toBe(whole);
        expect(log.from(offset)).toBe(whole.slice(offset));
      },
    ),
  );
});

it('costs what is new, however long it is', () => {
  const log = new TextLog();
  const started = performance.now();
  for (let n = 0; n < 1_000_000; n += 1) {
    log.push('0123456789');
    if (n % 200 === 0) expect(log.from(log.length - 2048)).toHaveLength(Math.min(2048, log.length));
  }
  expect(log.text()).toHaveLength(10_000_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
