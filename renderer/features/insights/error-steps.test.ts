import { expect, test } from 'vitest';
import fc from 'fast-check';
import { errorSteps, ratesOf } from './error-steps.ts';

const point = (at: number, faults: number, results: number, saved: number) => ({
  at,
  turns: 0,
  calls: 0,
  helped: 0,
  faults,
  results,
  saved,
});

test('before is what failed and what would have, after what failed, both of the results', () => {
  expect(ratesOf([point(0, 1, 8, 1), point(1, 1, 2, 0)])).toEqual({ failed: 2, wouldHaveFailed: 3, of: 10, before: 30, after: 20 });
});

test('too few results are no rate', () => {
  expect(ratesOf([point(0, 1, 2, 0)])).toEqual({ failed: 1, wouldHaveFailed: 1, of: 2 });
});

test('neighbours are joined to at most 30 steps, each with its span', () => {
  const steps = errorSteps(Array.from({ length: 61 }, (_, at) => point(at * 1000, 0, 9, 0)));
  expect(steps).toHaveLength(21);
  expect(steps[0]).toMatchObject({ at: 0, until: 3000, of: 27 });
  expect(steps.at(-1)).toMatchObject({ at: 60_000, until: 61_000, of: 9 });
});

test('few results make wider steps', () => {
  const steps = errorSteps(Array.from({ length: 60 }, (_, at) => point(at * 1000, 0, at % 2, 0)));
  expect(steps.map(({ of }) => of)).toEqual([4, 4, 4, 4, 4, 4, 4, 2]);
});

test('no rate is above 100 %, none after above the one before, and nothing is lost by joining', () => {
  const counts = fc.nat({ max: 9 });
  fc.assert(
    fc.property(fc.array(fc.tuple(counts, counts, counts), { maxLength: 70 }), (rows) => {
      const series = rows.map(([faults, results, saved], at) => point(at, faults, results, saved));
      const steps = errorSteps(series);
      expect(steps.reduce((sum, { failed }) => sum + failed, 0)).toBe(series.reduce((sum, { faults }) => sum + faults, 0));
      for (const { failed, wouldHaveFailed, of, before = 0, after = 0 } of steps) {
        expect(failed <= wouldHaveFailed && wouldHaveFailed <= of).toBe(true);
        expect(after <= before && before <= 100).toBe(true);
      }
    }),
  );
});
