import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineDiff, nearChanges } from './line-diff.ts';

const show = (before: string, after: string): string =>
  lineDiff(before, after)
    .map((line) => `${{ same: ' ', add: '+', del: '-' }[line.type]}${line.text}`)
    .join('|');

test.each([
  ['a\nb', 'a\nb', ' a| b'],
  ['a\nb\nc', 'a\nx\nc', ' a|-b|+x| c'],
  ['a\nb\nc\nd', 'a\nx\ny\nd', ' a|-b|+x|-c|+y| d'],
  ['a\nb', 'b', '-a| b'],
  ['b', 'a\nb', '+a| b'],
])('%j to %j', (before, after, expected) => expect(show(before, after)).toBe(expected));

test('the sides can be read back from the diff', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 12 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = lineDiff(before, after);
      const side = (skip: string) =>
        lines
          .filter((line) => line.type !== skip)
          .map((line) => line.text)
          .join('\n');
      expect(side('add')).toBe(before);
      expect(side('del')).toBe(after);
    }),
  );
});

test('a huge text is one whole change, at once', () => {
  const lines = lineDiff('a\n'.repeat(5_000), 'b\n'.repeat(5_000));
  expect(lines.filter((line) => line.type === 'del').length).toBe(5_001);
});

test('only what is near a change is shown', () => {
  const lines = lineDiff('1\n2\n3\n4\n5\n6\n7\n8\n9', '1\n2\nx\n4\n5\n6\n7\ny\n9');
  expect(nearChanges(lines, 1).map((line) => line?.text)).toEqual(['2', '3', 'x', '4', undefined, '7', '8', 'y', '9']);
});
