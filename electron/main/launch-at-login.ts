import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import type { SettingsStore } from '../app/settings-store.ts';
import { autostartEntry } from './autostart-entry.ts';

/** Registers the program with the OS as `desktop.openAtLogin` says, now and whenever it changes. */
export function followLoginItem(settings: Pick<SettingsStore, 'current' | 'onChange'>): void {
  let registered = settings.current()['desktop.openAtLogin'];
  // A first start with the default changes nothing on the system.
  if (registered) register(true);
  settings.onChange(() => {
    const wanted = settings.current()['desktop.openAtLogin'];
    if (wanted === registered) return;
    registered = wanted;
    register(wanted);
  });
}

function register(openAtLogin: boolean): void {
  const command = app.isPackaged ? [process.execPath] : [process.execPath, app.getAppPath()];
  if (process.platform !== 'linux') return app.setLoginItemSettings({ openAtLogin, path: process.execPath, args: command.slice(1) });
  const file = join(process.env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'autostart', 'signalbox.desktop');
  if (!openAtLogin) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  return writeFileSync(file, autostartEntry(process.env['APPIMAGE'] ? [process.env['APPIMAGE']] : command));
}
