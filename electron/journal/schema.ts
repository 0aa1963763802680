import { pinTable } from './pins.ts';
import type { Database } from './sqlite.ts';

/**
 * Tables of the journal file. Facets (`entries`) are apart from bodies, so that a filter scans a few bytes per entry
 * (design 6: under 100 ms at 100,000 entries). Words that repeat are numbers into `names`.
 */
const firstVersion = `
CREATE TABLE names(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE sessions(
  id INTEGER PRIMARY KEY, session TEXT NOT NULL UNIQUE, agent INTEGER NOT NULL, model INTEGER NOT NULL, upstream INTEGER NOT NULL,
  title TEXT NOT NULL, first_at INTEGER NOT NULL, last_at INTEGER NOT NULL, turns INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0, held INTEGER NOT NULL DEFAULT 0, alerts INTEGER NOT NULL DEFAULT 0);
CREATE INDEX sessions_last ON sessions(last_at);
CREATE TABLE turns(
  id INTEGER PRIMARY KEY, turn TEXT NOT NULL UNIQUE, session INTEGER NOT NULL, thread INTEGER NOT NULL, at INTEGER NOT NULL,
  dialect INTEGER NOT NULL, model INTEGER NOT NULL, agent INTEGER NOT NULL, upstream INTEGER NOT NULL, title TEXT NOT NULL,
  side INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL, retry_of TEXT, ended_at INTEGER, outcome INTEGER, reason INTEGER,
  status INTEGER, finish INTEGER, calls INTEGER NOT NULL DEFAULT 0, reasks INTEGER NOT NULL DEFAULT 0, duration_ms REAL,
  first_byte_ms REAL, overhead_ms REAL, input_tokens INTEGER, output_tokens INTEGER, acted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX turns_session ON turns(session, at);
CREATE INDEX turns_at ON turns(at);
CREATE TABLE entries(
  seq INTEGER PRIMARY KEY, at INTEGER NOT NULL, session INTEGER NOT NULL, thread INTEGER NOT NULL, turn INTEGER NOT NULL,
  type INTEGER NOT NULL, level INTEGER NOT NULL, tool INTEGER NOT NULL, state INTEGER NOT NULL, category INTEGER NOT NULL,
  format INTEGER NOT NULL, model INTEGER NOT NULL, agent INTEGER NOT NULL, upstream INTEGER NOT NULL);
CREATE INDEX entries_turn ON entries(turn);
CREATE INDEX entries_session ON entries(session);
CREATE TABLE entry_bodies(seq INTEGER PRIMARY KEY, body NOT NULL);
CREATE VIRTUAL TABLE entry_text USING fts5(text, content='', contentless_delete=1, tokenize='unicode61');
CREATE TABLE contents(session INTEGER NOT NULL, n INTEGER NOT NULL, hash BLOB NOT NULL, data BLOB NOT NULL, PRIMARY KEY(session, n)) WITHOUT ROWID;
CREATE UNIQUE INDEX contents_hash ON contents(session, hash);
CREATE TABLE requests(turn INTEGER PRIMARY KEY, session INTEGER NOT NULL, headers BLOB NOT NULL, shell BLOB NOT NULL, parts BLOB NOT NULL);
CREATE TABLE attempts(
  turn INTEGER NOT NULL, attempt INTEGER NOT NULL, status INTEGER, headers BLOB, shell BLOB, parts BLOB, bytes BLOB, times BLOB,
  PRIMARY KEY(turn, attempt)) WITHOUT ROWID;
CREATE TABLE replies(turn INTEGER PRIMARY KEY, bytes BLOB, times BLOB, assembled BLOB);
`;

/** What became of each call that was mended: 0 unseen, 1 succeeded, 2 failed by the same class, 3 failed otherwise, 4 its id was used again. */
const healOutcomes = `
CREATE TABLE heals(
  seq INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, session INTEGER NOT NULL, thread INTEGER NOT NULL, turn INTEGER NOT NULL,
  call TEXT NOT NULL, recovered INTEGER NOT NULL, against TEXT NOT NULL, outcome INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(seq, n)) WITHOUT ROWID;
CREATE INDEX heals_call ON heals(session, thread, call);
CREATE INDEX heals_turn ON heals(turn);
`;

/** Each step lifts a file by one version. A shipped step never changes; a new one is appended. */
const migrations: readonly string[] = [firstVersion, healOutcomes, pinTable];

export const schemaVersion = migrations.length;

/**
 * Brings a file to the present schema (or to an older one, `to`) inside one transaction: killed in the middle, it is as it was. A file from a newer
 * program is refused by `openStore`.
 */
export function migrate(database: Database, to: number = schemaVersion): { readonly from: number; readonly to: number } {
  const from = versionOf(database);
  if (from < to) {
    database.transaction(() => {
      for (const step of migrations.slice(from, to)) database.exec(step);
      database.exec(`PRAGMA user_version = ${to}`);
    });
  }
  return { from, to };
}

export function versionOf(database: Database): number {
  return database.prepare<{ user_version: number }>('PRAGMA user_version').get()?.user_version ?? 0;
}
