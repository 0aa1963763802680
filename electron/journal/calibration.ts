import type { StatsSummary } from '../../shared/ipc/contract.ts';
import type { Condition } from './condition.ts';
import type { EntryStore } from './entry-store.ts';
import type { Database } from './sqlite.ts';

type Row = StatsSummary['calibration'][number];
type Counts = { -readonly [K in keyof Row]: Row[K] };

/** Holds that are looked at, the newest: beyond it `of` says how many there were. */
export const mostCalibrated = 2000;

/**
 * What people made of held calls, by the check that held them and the format or rule (design 6 "calibration"): a check that is nearly always approved
 * asks too often, one that is mostly rejected or overridden asks rightly. Verdicts by deadline or a missing console are nobody's and stand apart.
 */
export function calibrationOf(database: Database, entries: EntryStore, range: Condition): readonly Row[] {
  const seqsOf = (type: string): readonly number[] =>
    database
      .prepare<{ seq: number }>(
        `SELECT e.seq FROM entries e WHERE ${range.sql} AND e.type = (SELECT id FROM names WHERE name = ?) ORDER BY e.seq DESC LIMIT ${mostCalibrated}`,
      )
      .all(...range.values, type)
      .map(({ seq }) => seq);
  const rows = new Map<string, Counts>();
  const rowOfApproval = new Map<string, Counts>();
  for (const entry of entries.load(seqsOf('tool-call-held'))) {
    if (entry.type !== 'tool-call-held') continue;
    const { id, reason, format } = entry.approval;
    const key = `${reason}\n${format}`;
    const row = rows.get(key) ?? { check: reason, format, held: 0, decided: 0, approved: 0, overridden: 0, rejected: 0, lapsed: 0 };
    row.held += 1;
    rows.set(key, row);
    rowOfApproval.set(id, row);
  }
  for (const entry of entries.load(seqsOf('approval-settled'))) {
    const row = entry.type === 'approval-settled' ? rowOfApproval.get(entry.id) : undefined;
    if (row === undefined || entry.type !== 'approval-settled') continue;
    if (entry.verdict === 'expired' || entry.verdict === 'withdrawn') {
      row.lapsed += 1;
      continue;
    }
    row.decided += 1;
    if (entry.verdict === 'approve') row.approved += 1;
    else if (entry.verdict === 'override') row.overridden += 1;
    else row.rejected += 1;
  }
  return [...rows.values()].sort((a, b) => b.held - a.held || (a.check < b.check ? -1 : 1));
}
