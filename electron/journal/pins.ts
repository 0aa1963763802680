import type { Database } from './sqlite.ts';

/** What an operator pinned: it stays in the journal whatever its age and size, until it is unpinned. Times in epoch milliseconds. */
export interface Pin {
  readonly kind: 'call' | 'turn' | 'session' | 'incident';
  /** Of a call `turn/key`; of an incident its id in `incidents/list`. */
  readonly id: string;
  readonly session: string;
  /** The turn that it stands in; '' for a session. */
  readonly turn: string;
  /** What it was called when it was pinned, in a few words. */
  readonly label: string;
  /** From when to when it went. */
  readonly since: number;
  readonly until: number;
}

/** Everything that is pinned is listed at once: so many is all that helps anybody. */
export const mostPins = 500;

/** Table `pins`, appended to the schema. */
export const pinTable = `
CREATE TABLE pins(
  kind TEXT NOT NULL, id TEXT NOT NULL, session TEXT NOT NULL, turn TEXT NOT NULL, label TEXT NOT NULL, since INTEGER NOT NULL,
  until INTEGER NOT NULL, pinned_at INTEGER NOT NULL, PRIMARY KEY(kind, id)) WITHOUT ROWID;
`;

/** All pins, the newest first. */
export const listPins = (database: Database): readonly Pin[] =>
  database
    .prepare<{ [K in keyof Pin]: Pin[K] }>('SELECT kind, id, session, turn, label, since, until FROM pins ORDER BY pinned_at DESC, id')
    .all();

/** Pins, or lets go of. False: there are too many already. */
export function setPin(database: Database, { kind, id, session, turn, label, since, until }: Pin, pinned: boolean, now: number): boolean {
  if (!pinned) {
    database.prepare('DELETE FROM pins WHERE kind = ? AND id = ?').run(kind, id);
    return true;
  }
  if ((database.prepare<{ pins: number }>('SELECT count(*) AS pins FROM pins').get()?.pins ?? 0) >= mostPins) return false;
  database
    .prepare(
      'INSERT INTO pins(kind, id, session, turn, label, since, until, pinned_at) VALUES(?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    )
    .run(kind, id, session, turn, label, since, until, now);
  return true;
}

/** A turn begins before what is found in it: so much earlier it still belongs to an incident. */
const beforeMs = 600_000;

/** SQL: the turn `t` belongs to something pinned. A pinned incident keeps the turns of its session over which it went. */
export const turnIsPinned = `EXISTS(SELECT 1 FROM pins p WHERE p.turn = t.turn
  OR (p.kind IN ('session', 'incident') AND t.session = (SELECT id FROM sessions WHERE session = p.session)
    AND (p.kind = 'session' OR t.at BETWEEN p.since - ${beforeMs} AND p.until)))`;

/** SQL: the entry without a turn belongs to a pinned session or incident. */
export const looseIsPinned = `EXISTS(SELECT 1 FROM pins p WHERE (p.kind = 'session' AND entries.session = (SELECT id FROM sessions WHERE session = p.session))
  OR (p.kind = 'incident' AND entries.at BETWEEN p.since AND p.until))`;
