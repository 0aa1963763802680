import type { JournalEntry } from '../../shared/journal-entry.ts';
import { RECOVERED_AGAINST } from '../core/leak/recovered-against.ts';
import type { Condition } from './condition.ts';
import type { Database } from './sqlite.ts';
import type { EntryPlace } from './turn-summaries.ts';

/** What became of mended calls, by the results that the agent sent for them. */
export interface HealTally {
  readonly succeeded: number;
  /** Failed by what the change was to prevent. */
  readonly failedSame: number;
  /** Failed by something else: no word about the change. */
  readonly failedOther: number;
  /** No result was seen (yet). */
  readonly unseen: number;
}

const SUCCEEDED = 1;
const FAILED_SAME = 2;
const FAILED_OTHER = 3;
const REUSED = 4;

/** Follows each mended call to its result: by id in its thread, the newest call of an id only, since ids repeat (contract 2.6). */
export function createHealOutcomes(database: Database): { note(entry: JournalEntry, place: EntryPlace): void } {
  const add = database.prepare(
    'INSERT OR IGNORE INTO heals(seq, n, at, session, thread, turn, call, recovered, against) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const reuse = database.prepare(
    `UPDATE heals SET outcome = ${REUSED} WHERE session = ? AND thread = ? AND call = ? AND turn <> ? AND outcome = 0`,
  );
  const settle = database.prepare('UPDATE heals SET outcome = ? WHERE session = ? AND thread = ? AND call = ? AND outcome = 0');
  const blame = database.prepare(
    `UPDATE heals SET outcome = ${FAILED_SAME} WHERE session = ? AND thread = ? AND call = ? AND outcome IN (0, ${FAILED_OTHER})
     AND instr(against, ?) > 0 AND turn = (SELECT turn FROM heals WHERE session = ? AND thread = ? AND call = ? ORDER BY seq DESC LIMIT 1)`,
  );
  const put = (entry: JournalEntry, place: EntryPlace, ids: readonly string[], recovered: number, against: readonly string[]): void => {
    for (const [n, id] of ids.entries())
      add.run(entry.seq, n, entry.at, place.session, place.thread, place.turn, id, recovered, ` ${against.join(' ')} `);
  };
  return {
    note(entry, place) {
      const { session, thread, turn } = place;
      switch (entry.type) {
        case 'tool-call-healed':
          return put(entry, place, entry.ids ?? [entry.call.id], 0, entry.against ?? []);
        case 'tool-call-recovered':
          return put(entry, place, [entry.call.id], 1, RECOVERED_AGAINST);
        case 'tool-call-delivered':
          return void reuse.run(session, thread, entry.call.id, turn);
        case 'tool-result-seen':
          return void settle.run(entry.error ? FAILED_OTHER : SUCCEEDED, session, thread, entry.callId);
        case 'fault-classified': {
          const call = [session, thread, entry.callId] as const;
          return void blame.run(...call, ` ${categoryOfPattern(entry.pattern)} `, ...call);
        }
        default:
      }
    },
  };
}

/** The category of a pattern: the middle of `EI/PARAM_MISSING/001`. */
const categoryOfPattern = (pattern: string): string => pattern.split('/')[1] ?? '';

/** One row a mended call, whatever number of rules mended it: the last of its entries, and what became of it. */
const perCall = (where: string): string =>
  `SELECT max(h.seq) AS seq, CASE WHEN max(h.outcome = ${FAILED_SAME}) THEN ${FAILED_SAME} ELSE max(h.outcome) END AS outcome
   FROM heals h WHERE ${where} GROUP BY h.recovered, h.turn, h.session, h.thread, h.call`;

const outcomeNumbers: Readonly<Record<string, readonly number[]>> = {
  succeeded: [SUCCEEDED],
  'failed-same': [FAILED_SAME],
  'failed-otherwise': [FAILED_OTHER],
  unseen: [0, REUSED],
};

/** Filter word `outcome`: one entry for each mended call that ended so, the same that `healTally` counts. */
export function outcomeCondition(words: readonly string[]): Condition {
  const wanted = words.flatMap((word) => (Object.hasOwn(outcomeNumbers, word) ? (outcomeNumbers[word] ?? []) : []));
  return { sql: `e.seq IN (SELECT seq FROM (${perCall('1')}) WHERE outcome IN (${wanted.join(', ')}))`, values: [] };
}

/**
 * Counts of healed or recovered calls; `heals` is a condition over `heals h`. A call that several rules mended counts once: failed by the same class where any of its
 * rules was to prevent that failure.
 */
export function healTally(database: Database, heals: Condition, kind: 'healed' | 'recovered'): HealTally {
  const rows = database
    .prepare<{ outcome: number; n: number }>(
      `SELECT outcome, count(*) AS n FROM (${perCall(`${heals.sql} AND h.recovered = ?`)}) GROUP BY outcome`,
    )
    .all(...heals.values, kind === 'recovered' ? 1 : 0);
  const count = (...outcomes: readonly number[]): number =>
    rows.reduce((sum, row) => sum + (outcomes.includes(row.outcome) ? row.n : 0), 0);
  return { succeeded: count(SUCCEEDED), failedSame: count(FAILED_SAME), failedOther: count(FAILED_OTHER), unseen: count(0, REUSED) };
}

/**
 * Input tokens of the round trips that healing avoided, as the upstream measured them: one for each turn all of whose healed calls with a result
 * succeeded, at the size of that turn's own request, which another one would have sent again. Turns without a measured usage count nothing.
 */
export function savedByHealing(database: Database, heals: Condition): { readonly turns: number; readonly tokens: number } {
  const row = database
    .prepare<{ turns: number; tokens: number | null }>(
      `SELECT count(*) AS turns, sum(t.input_tokens) AS tokens FROM turns t WHERE t.input_tokens IS NOT NULL AND t.id IN (
         SELECT h.turn FROM heals h WHERE ${heals.sql} AND h.recovered = 0 GROUP BY h.turn
         HAVING sum(h.outcome = ${SUCCEEDED}) > 0 AND sum(h.outcome IN (${FAILED_SAME}, ${FAILED_OTHER})) = 0)`,
    )
    .get(...heals.values);
  return { turns: row?.turns ?? 0, tokens: row?.tokens ?? 0 };
}

/**
 * Calls that were recovered or healed and whose result succeeded, by the step of time in which they were mended: each would have failed. One that both
 * happened to, or several rules, counts once; one that failed all the same or whose result was not seen does not count.
 */
export function savedCalls(database: Database, heals: Condition, width: number): ReadonlyMap<number, number> {
  const rows = database
    .prepare<{ at: number; n: number }>(
      `SELECT (at / ${width}) * ${width} AS at, count(*) AS n FROM (
         SELECT max(h.at) AS at FROM heals h WHERE ${heals.sql} GROUP BY h.turn, h.session, h.thread, h.call
         HAVING sum(h.outcome = ${SUCCEEDED}) > 0 AND sum(h.outcome IN (${FAILED_SAME}, ${FAILED_OTHER})) = 0) GROUP BY 1`,
    )
    .all(...heals.values);
  return new Map(rows.map(({ at, n }) => [at, n]));
}
