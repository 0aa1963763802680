// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

vi.stubGlobal('navigator', { userAgent: 'Linux' });
const { keyGroups, keyTable, localKeys, shownKeys } = await import('./key-table.ts');
type KeyRow = (typeof localKeys)[number];

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.endsWith('key-table.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
const rows: readonly KeyRow[] = [...Object.values<KeyRow>(keyTable), ...localKeys];

test('every row has a group of the help, words and a way to be written', () => {
  for (const row of rows) {
    expect(keyGroups).toContain(row.group);
    expect(row.what.length).toBeGreaterThan(3);
    expect(shownKeys(row).join('').length).toBeGreaterThan(0);
  }
});

test('every action of the table acts somewhere, and none outside of it', () => {
  const used = new Set<string>();
  for (const { text } of sources)
    for (const [, body = ''] of text.matchAll(/useKeys\(\{([\s\S]*?)\n? *\}\);/g))
      for (const action of Object.keys(keyTable)) if (new RegExp(`\\b${action}\\b *[:,\\n}]|\\b${action} *$`).test(body)) used.add(action);
  expect([...used].sort()).toEqual(Object.keys(keyTable).sort());
});

test('a key that a field or pane reads by itself stands in the table', () => {
  const known = new Set(rows.flatMap(({ keys }) => keys));
  const read = sources.flatMap(({ file, text }) => {
    if (file.endsWith('use-keys.ts')) return [];
    const compared = [...text.matchAll(/event\.key [!=]== '([^']+)'/g)].map(([, key = '']) => key);
    const bound = file.endsWith('editor.tsx') ? [...text.matchAll(/\bkey: '([^']+)',\n/g)].map(([, key = '']) => key) : [];
    return [...compared, ...bound].map((key) => ({ file, key }));
  });
  expect(read.length).toBeGreaterThan(10);
  expect(read.filter(({ key }) => !known.has(key))).toEqual([]);
});

test('nobody listens to keys beside the table', () => {
  const listening = sources.filter(({ text }) => /addEventListener\(\s*'key|on[kK]ey(Up|Press)/.test(text)).map(({ file }) => file);
  expect(listening.sort()).toEqual(['components/use-keys.ts']);
});

test('no key of one group has two meanings, nor one that acts everywhere', () => {
  const plain = Object.values<KeyRow>(keyTable);
  for (const group of keyGroups) {
    const keys = plain
      .filter((row) => row.group === group || row.group === 'Everywhere' || row.group === 'Lists')
      .flatMap(({ keys: all }) => all);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  }
});
