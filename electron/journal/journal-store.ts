import { existsSync, renameSync, statSync } from 'node:fs';
import type { StatsSummary, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Assemble } from './assemble-reply.ts';
import { type ClearStep, clearStep } from './clear-journal.ts';
import { createContentStore } from './content-store.ts';
import { type EntryPage, type EntryQuery, queryEntries } from './entry-query.ts';
import { createEntryStore, type EntryStore } from './entry-store.ts';
import type { JournalOptions, SecretsFound } from './journal-options.ts';
import { lastTurnOf, type LeftTurn, leftTurns } from './left-turns.ts';
import { createNameTable, type NameTable } from './name-table.ts';
import { redactEntry } from './redact-entry.ts';
import { listPins, type Pin, setPin } from './pins.ts';
import { pruneJournal, type PruneReport } from './retention.ts';
import { migrate, schemaVersion, versionOf } from './schema.ts';
import { type Database, isDamage, isRefusal, openDatabase, sqliteCode } from './sqlite.ts';
import { type StatsQuery, summarize } from './stats.ts';
import { createTapeStore, type TapeStore } from './tape-store.ts';
import { readTurnDetail } from './turn-detail.ts';
import { type JournalSession, listSessions, listTurns, type Page } from './turn-list.ts';
import { createTurnSummaries, type TurnSummaries } from './turn-summaries.ts';
import { readTurnRecording, type TurnRecording } from './turn-recording.ts';
import type { TapedTurn } from './turn-tape.ts';

/** What a batch did: the entries that redaction changed, and where secrets were found. */
export interface WriteReport {
  readonly changed: readonly JournalEntry[];
  readonly secrets: readonly SecretsFound[];
  /** Tapes that could not be stored by a fault of ours: the rest of the batch was. */
  readonly faults: readonly { readonly session: string; readonly thread: string; readonly turn: string; readonly detail: string }[];
}

export interface StoreStart {
  readonly lastSeq: number;
  /** Set when a damaged file was set aside: its new name. */
  readonly setAside: string | undefined;
  readonly migratedFrom: number;
}

/** The journal file with everything that is asked of it. Synchronous; runs in the journal's worker. */
export interface JournalStore {
  readonly start: StoreStart;
  configure(options: JournalOptions): void;
  /** Redacts and writes a batch in one transaction. Throws what SQLite throws; the batch may then be given again. */
  write(entries: readonly JournalEntry[], tapes: Iterable<TapedTurn>): WriteReport;
  read(after: number, limit: number): readonly JournalEntry[];
  query(query: EntryQuery): EntryPage;
  sessions(page: Page & { readonly session?: string | undefined }): readonly JournalSession[];
  turns(page: Page & { readonly session?: string | undefined }): readonly TurnRow[];
  turn(turn: string): TurnDetail | undefined;
  recording(turn: string): TurnRecording | undefined;
  stats(query: StatsQuery): StatsSummary;
  /** Turns without an end that were there when the file was opened, by number behind `after`; empty: no more. */
  left(after: number): readonly LeftTurn[];
  /** All pins, the newest first. */
  pins(): readonly Pin[];
  /** False: there are too many pins already. */
  pin(pin: Pin, pinned: boolean, now: number): boolean;
  prune(now: number): PruneReport;
  /** One step of clearing; again until it says `done`. */
  clear(until: number): ClearStep;
  close(): void;
}

export type StoreProblem =
  | { readonly code: 'newer'; readonly found: number; readonly known: number }
  | { readonly code: 'unopenable'; readonly sqlite: number | undefined; readonly detail: string };

/** Files up to this size are checked whole at the start; larger ones by their schema and ends, so that starting stays quick. */
const maxCheckedBytes = 64 * 1024 * 1024;

/** Opens (or makes) the journal file. A damaged one is set aside as `NAME.damaged-TIME` and replaced. */
export function openStore(
  path: string,
  options: JournalOptions,
  now: number,
  assemble: Assemble,
): { ok: true; value: JournalStore } | { ok: false; error: StoreProblem } {
  let setAside: string | undefined;
  for (;;) {
    try {
      const opened = openChecked(path);
      if ('code' in opened) return { ok: false, error: opened };
      return { ok: true, value: createStore(opened.database, options, assemble, { migratedFrom: opened.from, setAside }) };
    } catch (error) {
      if (!isDamage(error) || setAside !== undefined)
        return { ok: false, error: { code: 'unopenable', sqlite: sqliteCode(error), detail: String(error) } };
      setAside = moveAside(path, now);
    }
  }
}

/** Renames the file and its side files, so that a repair tool can still look at them. */
function moveAside(path: string, now: number): string {
  const aside = `${path}.damaged-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

function openChecked(path: string): { readonly database: Database; readonly from: number } | StoreProblem {
  const database = openDatabase(path);
  try {
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000; PRAGMA journal_size_limit = 4194304',
    );
    const found = versionOf(database);
    if (found > schemaVersion) {
      database.close();
      return { code: 'newer', found, known: schemaVersion };
    }
    const { from } = migrate(database);
    if (from > 0 && statSync(path).size <= maxCheckedBytes) {
      const verdict = database.prepare<{ quick_check: string }>('PRAGMA quick_check(1)').get()?.quick_check;
      if (verdict !== 'ok') throw Object.assign(new Error(`quick_check: ${verdict ?? 'no answer'}`), { errcode: 11 });
    }
    database.prepare('SELECT max(seq), min(seq) FROM entries').get();
    database.prepare('SELECT count(*) FROM sessions').get();
    return { database, from };
  } catch (error) {
    database.close();
    throw error;
  }
}

interface Parts {
  readonly database: Database;
  readonly names: NameTable;
  readonly summaries: TurnSummaries;
  readonly entries: EntryStore;
  readonly tapes: TapeStore;
  readonly assemble: Assemble;
  /** Forgets what is cached about rows: some were undone or deleted. */
  readonly forget: () => void;
}

function createStore(
  database: Database,
  first: JournalOptions,
  assemble: Assemble,
  opened: { readonly migratedFrom: number; readonly setAside: string | undefined },
): JournalStore {
  const names = createNameTable(database);
  const summaries = createTurnSummaries(database, names);
  const entries = createEntryStore(database, names, summaries);
  const contents = createContentStore(database);
  const forget = (): void => {
    names.forget();
    summaries.forget();
    contents.forget();
  };
  const parts: Parts = { database, names, summaries, entries, tapes: createTapeStore(database, contents), assemble, forget };
  let options = first;
  const lastTurn = lastTurnOf(database);
  return {
    start: { lastSeq: entries.lastSeq(), ...opened },
    configure: (next) => {
      options = next;
    },
    write: (batch, taped) => {
      try {
        return database.transaction(() => writeBatch(parts, options, batch, taped));
      } catch (error) {
        forget();
        throw error;
      }
    },
    read: (after, limit) => entries.read(after, limit),
    query: (query) => queryEntries(database, names, entries, query),
    sessions: (page) => listSessions(database, names, page),
    turns: (page) => listTurns(database, names, page),
    turn: (turn) => readTurnDetail(parts, turn),
    recording: (turn) => readTurnRecording(parts, turn),
    stats: (query) => summarize(database, names, entries, query),
    left: (after) => leftTurns(parts, after, lastTurn),
    pins: () => listPins(database),
    pin: (pin, pinned, now) => setPin(database, pin, pinned, now),
    prune: (now) => {
      let kept = false;
      try {
        const report = pruneJournal({ ...parts, contents }, options, now);
        kept = report.turns === 0 && report.entries === 0;
        return report;
      } finally {
        // Also when it failed half-way: what it deleted until then is gone.
        if (!kept) forget();
      }
    },
    clear: (until) => {
      try {
        return clearStep({ ...parts, contents }, until);
      } finally {
        forget();
      }
    },
    close: () => {
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
    },
  };
}

function writeBatch(parts: Parts, options: JournalOptions, batch: readonly JournalEntry[], taped: Iterable<TapedTurn>): WriteReport {
  const changed: JournalEntry[] = [];
  const secrets: SecretsFound[] = [];
  const clean = batch.map((entry) => {
    const redacted = redactEntry(entry, options.knownSecrets);
    if (redacted.value === entry) return entry;
    changed.push(redacted.value);
    if (redacted.count > 0)
      secrets.push({
        session: entry.session,
        thread: entry.thread,
        turn: entry.turn,
        where: entry.type,
        kinds: redacted.kinds,
        count: redacted.count,
      });
    return redacted.value;
  });
  parts.entries.insert(clean);
  const faults: WriteReport['faults'][number][] = [];
  for (const tape of taped) {
    try {
      const found: SecretsFound[] = [];
      parts.database.attempt(() => putTape(parts, options, tape, found));
      secrets.push(...found);
    } catch (error) {
      if (isRefusal(error)) throw error;
      parts.forget();
      const { session, thread, turn } = tape.head;
      faults.push({ session, thread, turn, detail: String(error) });
    }
  }
  return { changed, secrets, faults };
}

function putTape(parts: Parts, options: JournalOptions, tape: TapedTurn, secrets: SecretsFound[]): void {
  if (options.bodies === 'none') return;
  const { session, thread, turn } = tape.head;
  const row = parts.database.prepare<{ id: number; session: number }>('SELECT id, session FROM turns WHERE turn = ?').get(turn);
  // A tape without `turn-started` has no place: nothing was said about that turn.
  if (row === undefined) return;
  parts.tapes.put(
    row.id,
    row.session,
    tape,
    options.knownSecrets,
    (where) => (kinds, count) => secrets.push({ session, thread, turn, where, kinds, count }),
  );
}
