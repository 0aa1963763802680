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

/** How far back a turn may lie whose first request ended and whose retry did not: a retry comes within a minute (wire 3.8). */
const retriedTurns = 500;

/**
 * The next turns of which a request has no end, by their number: behind `after`, up to `last`. Empty: there are no more. A retry shares the
 * turn, which then begins twice and must end twice.
 */
export function leftTurns(
  { database, names, entries }: { readonly database: Database; readonly names: NameTable; readonly entries: EntryStore },
  after: number,
  last: number,
): readonly LeftTurn[] {
  return database
    .prepare<{ id: number; turn: string; thread: number; session: string | null }>(
      `SELECT t.id, t.turn, t.thread, s.session FROM turns t LEFT JOIN sessions s ON s.id = t.session
       WHERE t.id > ? AND t.id <= ? AND (t.ended_at IS NULL OR t.id > ?)
         AND (t.ended_at IS NULL OR (SELECT count(*) FROM entries e WHERE e.turn = t.id AND e.type = ?) > (SELECT count(*) FROM entries e WHERE e.turn = t.id AND e.type = ?))
       ORDER BY t.id LIMIT ${perStep}`,
    )
    .all(after, last, last - retriedTurns, names.id('turn-started'), names.id('turn-ended'))
    .map(({ id, turn, thread, session }) => ({
      id,
      session: session ?? '',
      thread: names.name(thread),
      turn,
      entries: entries.ofTurn(id, mostEntries),
    }));
}
