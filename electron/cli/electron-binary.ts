import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FETCH_TIMEOUT_MS = 300_000;

/** The Electron executable beside this program; undefined when it was not fetched yet. `ELECTRON_OVERRIDE_DIST_PATH` names another folder. */
export function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules/electron');
  const pathFile = join(folder, 'path.txt');
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  const binary = override ? join(override, name) : join(folder, 'dist', name);
  return existsSync(binary) ? binary : undefined;
}

/** Fetches the binary with the Electron package's own installer; its words go nowhere, since one line of ours says how it ended. */
export async function fetchElectron(root: string): Promise<string | undefined> {
  const installer = join(root, 'node_modules/electron/install.js');
  if (!existsSync(installer)) return undefined;
  process.stderr.write('signalbox: fetching the Electron binary …\n');
  const child = spawn(process.execPath, [installer], { stdio: 'ignore', timeout: FETCH_TIMEOUT_MS });
  const code = await new Promise<number | null>((done) => {
    child.on('error', () => done(null));
    child.on('exit', done);
  });
  return code === 0 ? electronBinary(root) : undefined;
}
