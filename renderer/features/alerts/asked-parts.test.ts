import { expect, test } from 'vitest';
import { askedFor, lookedFor } from './asked-parts.ts';

const edit = (old: string, path = 'a/b.md') => JSON.stringify({ file_path: path, old_string: old, new_string: 'v1.9' });
const rowsOf = (calls: readonly string[]) =>
  askedFor(calls).rows.map((row) => row.map(({ before, differs, after }) => `${before}${differs === '' ? '' : `[${differs}]`}${after}`));

test('an edit shows its texts, its file once, and only what differs is marked', () => {
  expect(askedFor([edit('v1.x'), edit('v1.x ')]).target).toBe('a/b.md');
  expect(rowsOf([edit('v1.x'), edit('v1.x ')])).toEqual([
    ['"v1.[x]"', '→ "v1.9"'],
    ['"v1.x[ ]"', '→ "v1.9"'],
  ]);
  expect(rowsOf([edit('v1.x'), edit('v1.x')])[0]).toEqual(['"v1.x"', '→ "v1.9"']);
});

test('of a long edit only what is near its differences is shown', () => {
  const long = (old: string) =>
    JSON.stringify({
      path: 'a',
      old_string: `The first words are the same. ${old} The last ones too.`,
      new_string: 'The first words are the same. c The last ones too.',
    });
  expect(rowsOf([long('a'), long('b')])).toEqual([
    ['…e the same. [a] The last on…', '→ …e the same. c The last on…'],
    ['…e the same. [b] The last on…', '→ …e the same. c The last on…'],
  ]);
});

test('several files are no common target: they are what differs', () => {
  expect(askedFor([edit('x', 'a'), edit('x', 'b')]).target).toBe('');
});

test('what is no JSON object is shown as it is', () => {
  expect(rowsOf(['{"a', '{"a'])).toEqual([['{"a'], ['{"a']]);
  expect(rowsOf(['{"a', '{"b'])).toEqual([['{"[a]'], ['{"[b]']]);
  expect(rowsOf(['{"command":"ls"}'])).toEqual([['"ls"']]);
});

test('the text that an edit looks for; names of the prototype are none', () => {
  expect(lookedFor(edit('v1.x'))).toBe('v1.x');
  expect(lookedFor('{"command":"ls"}')).toBeUndefined();
  expect(lookedFor('no JSON')).toBeUndefined();
  expect(lookedFor('{"__proto__":{"old_string":"x"}}')).toBeUndefined();
});
