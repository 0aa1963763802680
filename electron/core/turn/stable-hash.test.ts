import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stableHash, stableHashOf } from './stable-hash.ts';

test('is pinned: stored decisions and call ids depend on these digits', () => {
  expect(stableHash('')).toMatch(/^[0-9a-f]{32}$/);
  expect([stableHash(''), stableHash('a'), stableHash('｜DSML｜')]).toMatchInlineSnapshot(`
    [
      "75a8a6a105f71490af424ded69651157",
      "9336f5aa03a5f8a60d02b7c68ae570e2",
      "9b0953d102f70149f351c715c4dda0a8",
    ]
  `);
});

test('a list is hashed by its parts, not by their concatenation', () => {
  expect(stableHashOf(['ab', 'c'])).not.toBe(stableHashOf(['a', 'bc']));
  expect(stableHashOf(['', 'x'])).not.toBe(stableHashOf(['x', '']));
});

test('every single change of a text changes the hash', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat({ max: 65535 }), (text, at, unit) => {
      const i = at % text.length;
      fc.pre(text.charCodeAt(i) !== unit);
      expect(stableHash(text.slice(0, i) + String.fromCharCode(unit) + text.slice(i + 1))).not.toBe(stableHash(text));
    }),
  );
});

test('one hundred thousand near neighbours do not collide, in any half', () => {
  const heads = new Set<string>();
  const tails = new Set<string>();
  for (let i = 0; i < 100_000; i += 1) {
    const hash = stableHash(`call ${i}`);
    heads.add(hash.slice(0, 16));
    tails.add(hash.slice(16));
  }
  expect([heads.size, tails.size]).toEqual([100_000, 100_000]);
});
