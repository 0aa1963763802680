import { expect, test } from 'vitest';
import { sortFrames } from './sort-frames.ts';

const up = (at: number, text: string) => ({ at, attempt: 0, direction: 'upstream' as const, text });
const out = (at: number, text: string) => ({ at, attempt: 0, direction: 'client' as const, text });

test('a frame that left as it came is one line; the rest is withheld or written here', () => {
  const shown = sortFrames([up(1, 'a'), out(1, 'a'), up(2, 'leak'), up(3, 'leak'), out(4, 'call'), up(5, 'end'), out(5, 'end')]);
  expect(shown.map((frame) => [frame.direction, frame.text, frame.fate])).toEqual([
    ['in', 'a', 'passed'],
    ['in', 'leak', 'withheld'],
    ['in', 'leak', 'withheld'],
    ['out', 'call', 'written'],
    ['in', 'end', 'passed'],
  ]);
});

test('without client frames the last attempt went out as it came, earlier ones did not', () => {
  expect(sortFrames([up(1, 'a'), { ...up(2, 'b'), attempt: 1 }]).map((frame) => frame.fate)).toEqual(['withheld', 'passed']);
});

test('the same bytes twice are matched once each', () => {
  expect(sortFrames([up(1, 'x'), up(2, 'x'), out(3, 'x')]).map((frame) => frame.fate)).toEqual(['passed', 'withheld']);
  expect(sortFrames([up(1, 'x'), out(2, 'x'), out(3, 'x')]).map((frame) => frame.fate)).toEqual(['passed', 'written']);
});
