import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultPatterns } from './patterns/index.ts';
import { guardOf } from './wording-guard.ts';

const cases = faultPatterns.flatMap(({ wordings, sample }) =>
  wordings.length === 0 ? [] : [{ wordings, sample, may: guardOf(wordings) }],
);

test('a guard says yes exactly where a wording matches', () => {
  const text = fc.oneof(
    fc.constantFrom(...cases.map(({ sample }) => sample)),
    fc.string({ maxLength: 80 }),
    fc.constantFrom('Error: ', 'File not found: /w/a'),
  );
  fc.assert(
    fc.property(text, text, (head, tail) => {
      for (const { wordings, may } of cases) expect(may(head + tail)).toBe(wordings.some(({ at }) => at.test(head + tail)));
    }),
    { numRuns: 300 },
  );
});

test('flags are kept apart, names may stand in several', () => {
  const may = guardOf([{ at: /^a(?<x>b)/ }, { at: /^C(?<x>d)/i }, { at: /^(?<!z)e/ }]);
  expect(['ab', 'cD', 'e'].every(may)).toBe(true);
  expect(['AB', 'xab', 'f'].some(may)).toBe(false);
});
