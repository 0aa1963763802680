import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';

/**
 * The incident that is meant by its id, or by the number of an entry in it, as a notification names it. A long loop shows only its first
 * and last entries: an alert from between belongs to the incident of its session that goes over its number.
 */
export function findIncident(
  incidents: readonly IncidentRow[],
  wanted: string | undefined,
  alerts: readonly JournalEntry[],
): IncidentRow | undefined {
  if (wanted === undefined) return undefined;
  const named = incidents.find(({ id }) => id === wanted);
  if (named !== undefined || !/^\d+$/.test(wanted)) return named;
  const seq = Number(wanted);
  const session = alerts.find((entry) => entry.seq === seq)?.session;
  return (
    incidents.find(({ seqs }) => seqs.includes(seq)) ??
    incidents.find(({ seqs, session: whose }) => whose === session && (seqs[0] ?? Infinity) <= seq && seq <= (seqs.at(-1) ?? -1))
  );
}
