import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import { isDamage, openDatabase, type Database } from './sqlite.ts';
import { renameSync } from 'node:fs';

/**
 * What later turns need to send the same bytes again (contract 2.6): decisions by key. Apart from the journal, mode 0600, never
 * exported, never redacted. Each call is one small synchronous statement: a decision is on disk before it is acted on.
 */
export interface PrivateState {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  delete(key: string): void;
  /** All of these in one transaction. */
  setMany(pairs: readonly (readonly [key: string, value: string])[]): void;
  /**
   * Deletes what was last set or read before `olderThan` (epoch milliseconds), and the oldest beyond `maxRows`; at most 2,000 rows in one call, so that
   * nobody waits for it. Returns how many went.
   */
  prune(olderThan: number, maxRows: number): number;
  close(): void;
}

const stateFile = 'state.db';
const prunedAtOnce = 2000;
/** A read marks its row as used at most this often. */
const touchMs = 3_600_000;

export interface PrivateStateSetup {
  readonly folder: DataFolder;
  readonly now?: (() => number) | undefined;
}

/** Opens the file. A damaged one is set aside and a new one begun: history then goes out as the agent sent it. */
export function openPrivateState(setup: PrivateStateSetup): PrivateState {
  const now = setup.now ?? Date.now;
  const path = join(setup.folder.path, stateFile);
  const database = openOrReplace(path, now());
  const select = database.prepare<{ value: string; used_at: number }>('SELECT value, used_at FROM state WHERE key = ?');
  const touch = database.prepare('UPDATE state SET used_at = ? WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO state(key, value, used_at) VALUES(?, ?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value, used_at = excluded.used_at',
  );
  const remove = database.prepare('DELETE FROM state WHERE key = ?');
  const removeOld = database.prepare(
    `DELETE FROM state WHERE key IN (SELECT key FROM state WHERE used_at < ? ORDER BY used_at LIMIT ${prunedAtOnce})`,
  );
  const count = database.prepare<{ rows: number }>('SELECT count(*) AS rows FROM state');
  const removeOldest = database.prepare('DELETE FROM state WHERE key IN (SELECT key FROM state ORDER BY used_at LIMIT ?)');
  return {
    get: (key) => {
      const row = select.get(key);
      if (row !== undefined && now() - row.used_at > touchMs) touch.run(now(), key);
      return row?.value;
    },
    set: (key, value) => void upsert.run(key, value, now()),
    delete: (key) => void remove.run(key),
    setMany: (pairs) => {
      if (pairs.length > 0) database.transaction(() => pairs.forEach(([key, value]) => upsert.run(key, value, now())));
    },
    prune: (olderThan, maxRows) => {
      const old = removeOld.run(olderThan).changes;
      const beyond = Math.min((count.get()?.rows ?? 0) - maxRows, prunedAtOnce - old);
      return old + (beyond > 0 ? removeOldest.run(beyond).changes : 0);
    },
    close: () => database.close(),
  };
}

function openOrReplace(path: string, now: number): Database {
  try {
    return openState(path);
  } catch (error) {
    if (!isDamage(error)) throw error;
    renameSync(path, `${path}.damaged-${now}`);
    return openState(path);
  }
}

function openState(path: string): Database {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    database.exec('CREATE TABLE IF NOT EXISTS state(key TEXT PRIMARY KEY, value TEXT NOT NULL, used_at INTEGER NOT NULL) WITHOUT ROWID');
    database.exec('CREATE INDEX IF NOT EXISTS state_used ON state(used_at)');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
