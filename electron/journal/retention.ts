import type { ContentStore } from './content-store.ts';
import type { JournalOptions } from './journal-options.ts';
import { pack } from './packed.ts';
import type { NameTable } from './name-table.ts';
import { looseIsPinned, turnIsPinned } from './pins.ts';
import type { Database } from './sqlite.ts';
import type { TapeStore } from './tape-store.ts';
import type { Assemble } from './assemble-reply.ts';

export interface PruneReport {
  /** Turns deleted with their entries and bodies. */
  readonly turns: number;
  /** Entries deleted, those of turns included. */
  readonly entries: number;
  /** Untouched turns whose raw frames were replaced by the assembled reply. */
  readonly summarised: number;
  readonly bytes: number;
}

export interface PruneParts {
  readonly database: Database;
  readonly names: NameTable;
  readonly tapes: TapeStore;
  readonly contents: ContentStore;
  readonly assemble: Assemble;
}

/** The newest turns that are neither deleted for their size nor summarised. */
export const recentTurns = 50;
const dayMs = 86_400_000;
/** A turn without an end may still run; after this much more than its age it is one that a crash left. */
const unendedMs = dayMs;
const perStep = 200;
/** Work of one call is bounded, so that writing is never kept waiting for long: the rest goes with the next call. */
const maxSteps = 5;

/**
 * Keeps the journal within its age and size (settings `journal.maxDays`, `journal.maxBytes`). What the operator pinned and open incidents
 * stay: a circuit that was opened and not closed, with all turns of its session since. Recent turns stay whatever their size, but not
 * whatever their age: nothing else is kept longer than was promised. Untouched turns that are no longer recent lose their raw frames and
 * keep the assembled reply (`journal.passthrough` summary).
 */
export function pruneJournal(parts: PruneParts, options: JournalOptions, now: number): PruneReport {
  const { database } = parts;
  const summarised = options.passthrough === 'summary' ? summariseUntouched(parts) : 0;
  let turns = 0;
  let entries = 0;
  const cutoff = now - options.maxDays * dayMs;
  for (let step = 0; step < maxSteps; step += 1) {
    const overAge = deleteTurns(parts, 't.at < ? AND (t.ended_at IS NOT NULL OR t.at < ?)', [cutoff, cutoff - unendedMs]);
    turns += overAge.turns;
    entries += overAge.entries;
    if (overAge.turns < perStep) break;
  }
  entries += deleteLooseEntries(database, cutoff);
  for (let step = 0; step < maxSteps && usedBytes(database) > options.maxBytes; step += 1) {
    const overSize = deleteTurns(parts, 't.id < ?', [firstRecent(database)]);
    turns += overSize.turns;
    entries += overSize.entries;
    if (overSize.turns === 0) break;
    database.exec('PRAGMA incremental_vacuum');
  }
  if (turns > 0 || entries > 0) database.exec('PRAGMA incremental_vacuum');
  return { turns, entries, summarised, bytes: usedBytes(database) };
}

/** Bytes in use in the file: free pages do not count, they are given back or used next. */
export function usedBytes(database: Database): number {
  const value = (name: string): number => Object.values(database.prepare<Record<string, number>>(`PRAGMA ${name}`).get() ?? {})[0] ?? 0;
  return (value('page_count') - value('freelist_count')) * value('page_size');
}

/** Sessions with an open incident, and since when: the turn in which it opened and all later ones stay. */
export function openIncidents(database: Database): ReadonlyMap<number, number> {
  const rows = database
    .prepare<{ session: number; since: number }>(
      `SELECT o.session, min(coalesce((SELECT t.at FROM turns t WHERE t.id = o.turn), o.at)) AS since FROM entries o JOIN names n ON n.id = o.type AND n.name = 'circuit-opened'
       WHERE NOT EXISTS (SELECT 1 FROM entries c JOIN names m ON m.id = c.type AND m.name = 'circuit-closed' WHERE c.session = o.session AND c.seq > o.seq)
       GROUP BY o.session`,
    )
    .all();
  return new Map(rows.map((row) => [row.session, row.since]));
}

/** The row from which turns are recent; 0: all are. */
const firstRecent = (database: Database): number =>
  database.prepare<{ id: number }>('SELECT id FROM turns ORDER BY id DESC LIMIT 1 OFFSET ?').get(recentTurns - 1)?.id ?? 0;

function deleteTurns(
  parts: PruneParts,
  condition: string,
  values: readonly number[],
): { readonly turns: number; readonly entries: number } {
  const { database } = parts;
  const incidents = openIncidents(database);
  const candidates = database
    .prepare<{ id: number; session: number; at: number }>(
      `SELECT t.id, t.session, t.at FROM turns t WHERE ${condition} AND NOT ${turnIsPinned} ORDER BY t.at LIMIT ${perStep}`,
    )
    .all(...values)
    .filter((row) => row.at < (incidents.get(row.session) ?? Number.POSITIVE_INFINITY));
  return deleteListed(parts, candidates);
}

/** Turns with everything that hangs on them, and what no remaining request needs; in one transaction. */
export function deleteListed(
  parts: PruneParts,
  candidates: readonly { readonly id: number; readonly session: number }[],
): { readonly turns: number; readonly entries: number } {
  const { database } = parts;
  if (candidates.length === 0) return { turns: 0, entries: 0 };
  return database.transaction(() => {
    let entries = 0;
    for (const { id } of candidates) {
      entries += deleteEntries(database, 'turn = ?', id);
      for (const table of ['requests', 'attempts', 'replies', 'heals']) database.prepare(`DELETE FROM ${table} WHERE turn = ?`).run(id);
      database.prepare('DELETE FROM turns WHERE id = ?').run(id);
    }
    for (const session of new Set(candidates.map((row) => row.session))) dropUnreferenced(parts, session);
    return { turns: candidates.length, entries };
  });
}

/** Entries that belong to no turn go by age alone, unless they are pinned. */
export function deleteLooseEntries(database: Database, cutoff: number): number {
  return database.transaction(() => deleteEntries(database, `turn = 0 AND at < ? AND NOT ${looseIsPinned}`, cutoff));
}

export function deleteEntries(database: Database, where: string, value: number): number {
  // The last entry of all stays: it carries the number that counting goes on from.
  const seqs = database
    .prepare<{ seq: number }>(`SELECT seq FROM entries WHERE ${where} AND seq < (SELECT max(seq) FROM entries)`)
    .all(value);
  for (const { seq } of seqs) {
    database.prepare('DELETE FROM entry_text WHERE rowid = ?').run(seq);
    database.prepare('DELETE FROM entry_bodies WHERE seq = ?').run(seq);
    database.prepare('DELETE FROM entries WHERE seq = ?').run(seq);
  }
  return seqs.length;
}

/** Contents that no remaining request of the session needs. */
function dropUnreferenced({ database, contents }: PruneParts, session: number): void {
  const left = database.prepare<{ turns: number }>('SELECT count(*) AS turns FROM turns WHERE session = ?').get(session)?.turns ?? 0;
  if (left === 0) {
    database.prepare('DELETE FROM contents WHERE session = ?').run(session);
    database.prepare('DELETE FROM sessions WHERE id = ? AND NOT EXISTS (SELECT 1 FROM entries WHERE session = ?)').run(session, session);
    return;
  }
  const needed = new Set<number>();
  const requests = database
    .prepare<{ shell: Uint8Array; parts: Uint8Array }>('SELECT shell, parts FROM requests WHERE session = ?')
    .all(session);
  const forwarded = database
    .prepare<{ shell: Uint8Array; parts: Uint8Array }>(
      'SELECT a.shell, a.parts FROM attempts a JOIN turns t ON t.id = a.turn WHERE t.session = ? AND a.parts IS NOT NULL',
    )
    .all(session);
  for (const stored of [...requests, ...forwarded]) for (const n of contents.referenced(session, stored)) needed.add(n);
  for (const { n } of database.prepare<{ n: number }>('SELECT n FROM contents WHERE session = ?').all(session)) {
    if (!needed.has(n)) database.prepare('DELETE FROM contents WHERE session = ? AND n = ?').run(session, n);
  }
  contents.forget();
}

function summariseUntouched({ database, names, tapes, assemble }: PruneParts): number {
  const rows = database
    .prepare<{ id: number; dialect: number }>(
      `SELECT t.id, t.dialect FROM turns t WHERE t.id < ? AND t.acted = 0 AND t.ended_at IS NOT NULL AND NOT ${turnIsPinned}
       AND EXISTS (SELECT 1 FROM attempts a WHERE a.turn = t.id AND a.bytes IS NOT NULL) ORDER BY t.id LIMIT ?`,
    )
    .all(firstRecent(database), perStep);
  if (rows.length === 0) return 0;
  database.transaction(() => {
    for (const { id, dialect } of rows) {
      const tape = tapes.get(id);
      const assembled = tape === undefined ? null : assemble(names.name(dialect), tape);
      database
        .prepare(
          'INSERT INTO replies(turn, assembled) VALUES(?, ?) ON CONFLICT(turn) DO UPDATE SET bytes = NULL, times = NULL, assembled = excluded.assembled',
        )
        .run(id, assembled === null ? null : pack(JSON.stringify(assembled)));
      database.prepare('UPDATE attempts SET bytes = NULL, times = NULL WHERE turn = ?').run(id);
    }
  });
  return rows.length;
}
