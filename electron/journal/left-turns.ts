import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { EntryStore } from './entry-store.ts';
import type { NameTable } from './name-table.ts';
import type { Database } from './sqlite.ts';

/** A turn whose program ended before it did: killed, or the machine stopped. */
export interface LeftTurn {
  readonly id: number;
  readonly session: string;
  readonly thread: string;
  readonly turn: string;
  /** What was recorded of it, oldest first. */
  readonly entries: readonly JournalEntry[];
}

const perStep = 100;
/** More entries than a turn has. */
const mostEntries = 10_000;

/** The number of the newest turn in the file; 0: there is none. */
export const lastTurnOf = (database: Database): number =>
  database.prepare<{ id: number | null }>('SELECT max(id) AS id FROM turns').get()?.id ?? 0;

/** The next turns without an end, by their number: behind `after`, up to `last`. Empty: there are no more. */
export function leftTurns(
  { database, names, entries }: { readonly database: Database; readonly names: NameTable; readonly entries: EntryStore },
  after: number,
  last: number,
): readonly LeftTurn[] {
  return database
    .prepare<{ id: number; turn: string; thread: number; session: string | null }>(
      `SELECT t.id, t.turn, t.thread, s.session FROM turns t LEFT JOIN sessions s ON s.id = t.session
       WHERE t.ended_at IS NULL AND t.id > ? AND t.id <= ? ORDER BY t.id LIMIT ${perStep}`,
    )
    .all(after, last)
    .map(({ id, turn, thread, session }) => ({
      id,
      session: session ?? '',
      thread: names.name(thread),
      turn,
      entries: entries.ofTurn(id, mostEntries),
    }));
}
