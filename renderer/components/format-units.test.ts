import { describe, expect, test } from 'vitest';
import { countdown, nextSecond } from './format-units.ts';

describe('a countdown', () => {
  test.each([0, 1, 250, 999])('of two minutes never begins above them, whatever part of a second has gone (%i ms)', (part) => {
    const heldAt = 1_700_000_000_000 + part;
    const deadline = heldAt + 120_000;
    expect(countdown(deadline - nextSecond(heldAt))).toBe('2:00');
    expect(countdown(deadline - nextSecond(deadline))).toBe('0:00');
  });
});
