import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** A value that SQLite stores. */
export type SqlValue = null | number | string | Uint8Array;

export interface Statement<Row> {
  run(...values: SqlValue[]): { readonly changes: number; readonly lastId: number };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
}

/** One SQLite connection. Synchronous: the journal's connection lives in a worker, so nobody waits for the disk. */
export interface Database {
  exec(sql: string): void;
  /** Prepared once per text and kept. `Row` is the caller's promise about the columns it selects. */
  prepare<Row = Readonly<Record<string, SqlValue>>>(sql: string): Statement<Row>;
  /** Runs `work` in one transaction; an error rolls everything back and is thrown on. */
  transaction<T>(work: () => T): T;
  /** A part of a transaction: an error undoes only this part, and is thrown on. */
  attempt<T>(work: () => T): T;
  close(): void;
}

/** SQLite's primary result code of an error (`SQLITE_FULL` is 13), undefined for other errors. */
export function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
  return error.errcode & 0xff;
}

export const sqliteBusy = 5;
export const sqliteCorrupt = 11;
export const sqliteNotADatabase = 26;

/** True when the file itself is damaged, not merely unreachable. */
export const isDamage = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code === sqliteCorrupt || code === sqliteNotADatabase;
};

/** True when SQLite could not do what would have been right: disk, memory, locks. Anything else is a bug of ours. */
export const isRefusal = (error: unknown): boolean => {
  const code = sqliteCode(error);
  return code !== undefined && code !== sqliteConstraint && code !== sqliteMismatch && code !== sqliteError;
};
const sqliteError = 1;
const sqliteConstraint = 19;
const sqliteMismatch = 20;

const maxStatements = 200;

/** Opens a file, made with mode 0600 when it is new. The only place that knows `node:sqlite`. Throws what SQLite throws. */
export function openDatabase(path: string, options: { readonly readOnly?: boolean; readonly busyMs?: number } = {}): Database {
  // SQLite would create the file with the process's umask; its side files copy the mode of the main file.
  if (options.readOnly !== true) closeSync(openSync(path, 'a', 0o600));
  const raw = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: options.busyMs ?? 2000 });
  const statements = new Map<string, Statement<never>>();
  const prepare = <Row>(sql: string): Statement<Row> => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const prepared = raw.prepare(sql);
    const statement: Statement<Row> = {
      run: (...values) => {
        const done = prepared.run(...(values as SQLInputValue[]));
        return { changes: Number(done.changes), lastId: Number(done.lastInsertRowid) };
      },
      get: (...values) => prepared.get(...(values as SQLInputValue[])) as Row | undefined,
      all: (...values) => prepared.all(...(values as SQLInputValue[])) as Row[],
    };
    if (statements.size >= maxStatements) statements.clear();
    statements.set(sql, statement as Statement<never>);
    return statement;
  };
  return {
    exec: (sql) => raw.exec(sql),
    prepare,
    transaction: (work) => {
      raw.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        raw.exec('COMMIT');
        return result;
      } catch (error) {
        if (raw.isTransaction) raw.exec('ROLLBACK');
        throw error;
      }
    },
    attempt: (work) => {
      raw.exec('SAVEPOINT part');
      try {
        const result = work();
        raw.exec('RELEASE part');
        return result;
      } catch (error) {
        if (raw.isTransaction) raw.exec('ROLLBACK TO part; RELEASE part');
        throw error;
      }
    },
    close: () => raw.close(),
  };
}
