import { homedir } from 'node:os';
import { join } from 'node:path';

/** The OS's place for application data (design 4.1). */
export function defaultDataFolder(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] || homedir();
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Signalbox');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Signalbox');
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'signalbox');
}
