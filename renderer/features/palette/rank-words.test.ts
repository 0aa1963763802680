import { expect, test } from 'vitest';
import { rankWords } from './rank-words.ts';

test.each([
  ['', 'go to Live', 1],
  ['exp', 'session search-index opencode', 0],
  ['exp', 'export journal bundle', 1],
  ['live', 'go to Live', 0.8],
  ['ive', 'go to Live', 0.4],
  ['sess exp', 'export session docs', 0.8],
  ['zz', 'go to Live', 0],
])('%j in %j: %d', (search, value, rank) => {
  expect(rankWords(value, search)).toBe(rank);
});
