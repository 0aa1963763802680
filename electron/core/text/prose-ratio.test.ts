import { describe, expect, test } from 'vitest';
import { isLeadIn, measureProse } from './prose-ratio.ts';

describe('prose before an envelope', () => {
  test.each([
    ['no prose', '<call>', 0, [], 0, 0],
    ['half of the reply', 'abcd<cal', 4, [], 4, 0.5],
    ['outer blanks do not count', '  ab  \n<call>', 7, [], 2, 2 / 13],
    ['reasoning is neither prose nor reply', '<t>x</t>ab<call>', 10, [{ start: 0, end: 8 }], 2, 2 / 8],
    ['prose on both sides of reasoning', 'ab<t>x</t>cd<call>', 12, [{ start: 2, end: 10 }], 4, 4 / 10],
    ['reasoning behind the envelope shortens the reply only', 'ab<call><t></t>', 2, [{ start: 8, end: 15 }], 2, 2 / 8],
  ] as const)('%s', (_what, text, first, apart, before, share) => {
    expect(measureProse(text, first, apart)).toEqual({ before, share });
  });
});

test.each([
  [{ before: 120, share: 1 }, true],
  [{ before: 121, share: 0.49 }, true],
  [{ before: 121, share: 0.5 }, false],
  [{ before: 600, share: 0.3 }, true],
  [{ before: 601, share: 0.1 }, false],
])('%j is a lead-in: %s', (prose, wanted) => {
  expect(isLeadIn(prose, 0.49)).toBe(wanted);
});

test('captured leaks lie below the ceiling, quotations above (contract 2.3 check 11)', () => {
  for (const share of [0.25, 0.29, 0.41]) expect(isLeadIn({ before: 300, share }, 0.49)).toBe(true);
  for (const share of [0.57, 0.64]) expect(isLeadIn({ before: 300, share }, 0.49)).toBe(false);
});
