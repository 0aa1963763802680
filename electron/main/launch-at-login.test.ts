import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSettings } from '../app/settings-store.ts';
import { followLoginItem } from './launch-at-login.ts';

vi.mock('electron', () => ({ app: { isPackaged: false, getAppPath: () => '/opt/box', setLoginItemSettings: vi.fn() } }));

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'login-'));
  vi.stubEnv('XDG_CONFIG_HOME', folder);
  vi.stubEnv('APPIMAGE', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(process.platform === 'linux')('the entry comes and goes with the setting, and nothing is touched before', () => {
  const opened = openSettings({ file: join(folder, 'settings.json'), overrides: [] });
  if (!opened.ok) throw new Error(opened.error.rule);
  const entry = join(folder, 'autostart/signalbox.desktop');
  followLoginItem(opened.value);
  expect(existsSync(entry)).toBe(false);
  opened.value.set('desktop.openAtLogin', true);
  expect(readFileSync(entry, 'utf8')).toContain('"/opt/box"');
  opened.value.set('desktop.openAtLogin', false);
  expect(existsSync(entry)).toBe(false);
  opened.value.close();
});
