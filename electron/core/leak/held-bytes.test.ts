import { expect, test } from 'vitest';
import { HeldBytes } from './held-bytes.ts';

const MOST = 100;

test.each([
  ['ASCII', 'a'.repeat(200), 100],
  ['two bytes', 'é'.repeat(200), 50],
  ['three bytes', '｜'.repeat(200), 33],
  ['four bytes in two units', '🎉'.repeat(200), 50],
  ['just as many as may be', 'a'.repeat(100), 100],
  ['one too many', 'a'.repeat(101), 100],
])('%s: the limit is where more than may be held begins, however the text came', (_what, text, limit) => {
  expect(new HeldBytes().limit(text, 0, 0, MOST)).toBe(limit);
  const growing = new HeldBytes();
  let last = 0;
  for (let end = 1; end <= text.length; end += 1) last = growing.limit(text.slice(0, end), 0, 0, MOST);
  expect(last).toBe(limit);
});

test('another start is counted anew, and the part in front of the window is not looked at', () => {
  const held = new HeldBytes();
  expect(held.limit('a'.repeat(90), 10, 10, MOST)).toBe(100);
  expect(held.limit('é'.repeat(90), 10, 40, MOST)).toBe(90);
});
