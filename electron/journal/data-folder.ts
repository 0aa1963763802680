import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Result } from '../../shared/result.ts';
import { type Database, openDatabase, sqliteBusy, sqliteCode } from './sqlite.ts';

/** The folder that holds the journal and what later turns need; claimed by one program at a time. */
export interface DataFolder {
  readonly path: string;
  /** Gives the folder back. Ending the process does the same, however it ends. */
  release(): void;
}

export interface DataFolderProblem {
  readonly code: 'unwritable' | 'in-use';
  /** What, why, next: for the command line. */
  readonly message: string;
}

const lockFile = 'lock.db';

/**
 * Makes the folder (mode 0700), proves that it can be written, and claims it. The claim is SQLite's own lock on a small file: the
 * system drops it when the process dies.
 */
export function claimDataFolder(path: string): Result<DataFolder, DataFolderProblem> {
  let lock: Database | undefined;
  try {
    makeFolder(path);
    chmodSync(path, 0o700);
    accessSync(path, constants.W_OK);
    lock = openDatabase(join(path, lockFile), { busyMs: 0 });
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; PRAGMA user_version = 1; COMMIT');
  } catch (error) {
    lock?.close();
    return { ok: false, error: sqliteCode(error) === sqliteBusy ? inUse(path) : unwritable(path, error) };
  }
  const held = lock;
  return { ok: true, value: { path, release: () => held.close() } };
}

/** One level after the other: the recursive form of `mkdirSync` never returns on file systems that refuse new folders (`/proc`). */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

const inUse = (path: string): DataFolderProblem => ({
  code: 'in-use',
  message: `The data folder ${path} is in use by another Signalbox. Two would write one journal. Next: use that one, end it, or give this one its own folder with --data.`,
});

function unwritable(path: string, error: unknown): DataFolderProblem {
  const why = error instanceof Error ? error.message : String(error);
  return {
    code: 'unwritable',
    message: `The data folder ${path} can't be written: ${why}. The journal needs it. Next: make it writable, or name another folder with --data.`,
  };
}
