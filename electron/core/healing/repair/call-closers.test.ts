import { expect, test } from 'vitest';
import { LEAK_FORMATS } from '../../leak/formats/index.ts';
import { isDebris } from './call-closers.ts';

/** What stands behind the last object or value of each format's sample: what a server that takes the call out may leave behind it. */
const TAILS = LEAK_FORMATS.filter((format) => format.class === 'private').map(
  ({ id, sample }) =>
    [id, sample.slice(Math.max(sample.lastIndexOf('}'), sample.lastIndexOf('Oslo'), sample.lastIndexOf('ts')) + 1)] as const,
);

test.each(TAILS.filter(([, tail]) => tail !== '' && /^[\]}\s]*[<[]/.test(tail)))(
  'behind an object the closers of %s are debris: %j',
  (_id, tail) => {
    expect(isDebris(`{}${tail}`, 2)).toBe(true);
  },
);

test.each(['<b>', '</', '<tool_call>', 'x', '{"a":1}', '<|tool_call_begin|>'])('%j is none', (tail) =>
  expect(isDebris(`{}${tail}`, 2)).toBe(false),
);
