import { turnIsPinned } from './pins.ts';
import { deleteEntries, deleteListed, deleteLooseEntries, openIncidents, type PruneParts } from './retention.ts';

/** What one step of clearing did. */
export interface ClearStep {
  readonly turns: number;
  readonly entries: number;
  /** Nothing that may go is left. */
  readonly done: boolean;
}

/** Turns of one step: what is written meanwhile waits no longer than this takes. */
const perStep = 100;
/** A turn without an end is running; after this long its program was killed, milliseconds. */
const runningMs = 3_600_000;

/**
 * Deletes everything up to `until` (epoch milliseconds) but what must stay: turns that run, what the operator pinned, and open incidents with the
 * turns of their session since. Deleted pages are overwritten with zeros, and the file gives its room back.
 */
export function clearStep(parts: PruneParts, until: number): ClearStep {
  const { database } = parts;
  const incidents = openIncidents(database);
  database.exec('PRAGMA secure_delete = ON');
  try {
    const going = database
      .prepare<{ id: number; session: number; at: number }>(
        `SELECT t.id, t.session, t.at FROM turns t WHERE t.at <= ? AND (t.ended_at IS NOT NULL OR t.at < ?) AND NOT ${turnIsPinned} ORDER BY t.id`,
      )
      .all(until, until - runningMs)
      .filter((row) => row.at < (incidents.get(row.session) ?? Number.POSITIVE_INFINITY));
    const gone = deleteListed(parts, going.slice(0, perStep));
    if (going.length > perStep) return { ...gone, done: false };
    const loose = deleteLooseEntries(database, until + 1) + deleteOrphans(parts, until);
    database.exec('PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)');
    return { turns: gone.turns, entries: gone.entries + loose, done: true };
  } finally {
    database.exec('PRAGMA secure_delete = OFF');
  }
}

/** The journal's last entry outlives its turn, since counting goes on from it: it goes when another one is the last, and its session with it. */
function deleteOrphans({ database }: PruneParts, until: number): number {
  return database.transaction(() => {
    const gone = deleteEntries(database, 'turn <> 0 AND at <= ? AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.id = entries.turn)', until);
    database.exec(
      'DELETE FROM sessions WHERE NOT EXISTS (SELECT 1 FROM entries e WHERE e.session = sessions.id) AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session = sessions.id)',
    );
    return gone;
  });
}
