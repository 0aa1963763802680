import type { JournalEntry } from '../../../shared/journal-entry.ts';

/** One step of a loop. */
export interface Repeat {
  readonly id: string;
  readonly call: string;
  readonly result: string;
}

const ARROW = ' → ';

/** Evidence of a loop as the journal holds it: `name arguments → result`, a call a line. */
export function repeatsIn(evidence: readonly string[]): readonly Repeat[] {
  return evidence.map((line, at) => {
    const arrow = line.indexOf(ARROW);
    return arrow < 0
      ? { id: `${at}`, call: line, result: '' }
      : { id: `${at}`, call: line.slice(0, arrow), result: line.slice(arrow + ARROW.length) };
  });
}

/** The calls behind one known mistake, oldest first. */
export function repeatsOfFault(entries: readonly JournalEntry[], fingerprint: string): readonly Repeat[] {
  const calls = new Map<string, string>();
  const results = new Map<string, string>();
  for (const entry of entries) {
    if (entry.type === 'tool-call-delivered') calls.set(entry.call.id, `${entry.call.name} ${entry.call.arguments}`);
    if (entry.type === 'tool-result-seen') results.set(entry.callId, entry.excerpt);
  }
  return entries.flatMap((entry) =>
    entry.type === 'fault-classified' && entry.fingerprint === fingerprint
      ? [{ id: `${entry.seq}`, call: calls.get(entry.callId) ?? entry.tool, result: results.get(entry.callId) ?? entry.pattern }]
      : [],
  );
}
