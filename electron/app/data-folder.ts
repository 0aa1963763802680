import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '../../shared/result.ts';
import type { StartProblem } from './start-problem.ts';

/** The OS's place for application data (design 4.1). */
export function defaultDataFolder(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] || homedir();
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Signalbox');
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Signalbox');
    default:
      return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'signalbox');
  }
}

/** The claim on a data folder: two programs on one journal would both number its entries. */
export interface DataFolderClaim {
  release(): void;
}

/**
 * Makes the folder, proves that it can be written, and claims it for this process. The claim is a lock of the OS on a file
 * (through SQLite), so that it ends with the process however that ends.
 */
export function claimDataFolder(folder: string): Result<DataFolderClaim, StartProblem> {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const probe = join(folder, '.write-probe');
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    return fail({
      exitCode: 1,
      message: `can not write to the data folder ${folder}: ${reasonOf(error)}. Choose another one with --data DIR`,
    });
  }
  return lock(folder);
}

function lock(folder: string): Result<DataFolderClaim, StartProblem> {
  const file = join(folder, 'in-use.lock');
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    return fail({
      exitCode: 1,
      message: `another Signalbox uses the data folder ${folder}. Stop it, or choose another folder with --data DIR`,
    });
  }
  return ok({ release: () => database.close() });
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
