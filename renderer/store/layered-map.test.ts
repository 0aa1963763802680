import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LayeredMap } from './layered-map.ts';

const batches = fc.array(fc.array(fc.tuple(fc.integer({ min: 0, max: 3_000 }), fc.integer()), { maxLength: 700 }), { maxLength: 12 });

test('every version is what a plain map of the same writes is, and stays so', () => {
  fc.assert(
    fc.property(batches, (writes) => {
      let layered = new LayeredMap<number, number>();
      const plain = new Map<number, number>();
      const versions: (readonly [LayeredMap<number, number>, readonly (readonly [number, number])[]])[] = [];
      for (const batch of writes) {
        layered = layered.with(new Map(batch));
        for (const [key, value] of new Map(batch)) plain.set(key, value);
        versions.push([layered, [...plain]]);
      }
      for (const [version, expected] of versions) {
        expect([...version]).toEqual(expected);
        expect(version.size).toBe(expected.length);
        expect([...version.keys()]).toEqual(expected.map(([key]) => key));
        for (const [key, value] of expected.slice(0, 50)) expect([version.get(key), version.has(key)]).toEqual([value, true]);
      }
    }),
    { numRuns: 30 },
  );
});

test('what is dropped at a merge is gone, and nothing is dropped before', () => {
  const dropOdd = (merged: Map<number, number>): void => {
    for (const key of merged.keys()) if (key % 2 === 1) merged.delete(key);
  };
  const rising = (from: number, to: number) => new Map(Array.from({ length: to - from }, (_, at) => [from + at, at] as const));
  const small = new LayeredMap<number, number>().with(rising(0, 1_000), dropOdd);
  expect(small.size).toBe(1_000);
  const merged = small.with(rising(1_000, 1_100), dropOdd);
  expect(merged.size).toBe(550);
  expect(merged.has(1)).toBe(false);
  expect(small.has(1)).toBe(true);
});
