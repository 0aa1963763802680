import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSettings } from './load-settings.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'load-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const load = (settingsFile: string, settingsNamed: boolean) => {
  const loaded = loadSettings({ settingsFile, settingsNamed, overrides: [], upstreams: [] });
  if (!loaded.ok) return loaded.error;
  loaded.value.close();
  return loaded.value.current()['recovery.mode'];
};

test('the usual file may be missing; one that was named may not', () => {
  const missing = join(folder, 'settings.json');
  expect(load(missing, false)).toBe('auto');
  expect(load(missing, true)).toMatchObject({ exitCode: 2, message: expect.stringContaining(`--settings ${missing}`) });
});

test('a named file that is there is read', () => {
  const file = join(folder, 'own.json');
  writeFileSync(file, '{"recovery.mode":"off"}');
  expect(load(file, true)).toBe('off');
});
