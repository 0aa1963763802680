import { describe, expect, test } from 'vitest';
import { createToolCatalog } from './tool-catalog.ts';
import type { AdvertisedTool } from './turn.ts';

const tool = (name: string): AdvertisedTool => ({ name, kind: 'function', description: '', schema: undefined });
const catalog = createToolCatalog(['read_file', 'Bash', 'get-time', 'getTime', 'mcp__files__list', '_'].map(tool));

describe('exact lookup', () => {
  test.each(['read_file', 'Bash', 'getTime'])('valid: %s', (name) => expect(catalog.find(name)?.name).toBe(name));
  test.each(['bash', 'READ_FILE', '', 'constructor', '__proto__', 'toString', 'read_file '])('invalid: %j', (name) =>
    expect(catalog.find(name)).toBeUndefined(),
  );
});

describe('folded lookup', () => {
  test.each([
    ['readFile', 'read_file'],
    ['READ-FILE', 'read_file'],
    ['read file', 'read_file'],
    ['bash', 'Bash'],
    ['mcp.files.list', 'mcp__files__list'],
  ])('valid: %s', (name, found) => expect(catalog.findFolded(name)?.name).toBe(found));
  // `gettime` could be two tools; `_` folds to nothing; a fuzzy match is never one.
  test.each(['gettime', '_', '', 'readfiles', 'read_fil', '__proto__'])('invalid: %j', (name) =>
    expect(catalog.findFolded(name)).toBeUndefined(),
  );
});

test('of two tools with one name the first counts, and it is not ambiguous with itself', () => {
  const twice = createToolCatalog([{ ...tool('a'), description: 'first' }, tool('a')]);
  expect(twice.find('a')?.description).toBe('first');
  expect(twice.findFolded('A')?.description).toBe('first');
});
