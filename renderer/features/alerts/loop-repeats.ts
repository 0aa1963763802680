import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { deedsOf } from './loop-deeds.ts';
import type { Repeat } from './repeat.ts';

type Bare = Omit<Repeat, 'deeds'>;

/** The repetitions of a loop, oldest first, each with what Signalbox did about it. */
export function repeatsOf(
  incident: Pick<IncidentRow, 'entries' | 'firstAt' | 'lastAt'>,
  story: readonly JournalEntry[],
): readonly Repeat[] {
  const faults = repeatsOfFault(story, faultPrints(incident.entries), incident);
  const seen = incident.entries.findLast((entry) => entry.type === 'loop-detected' && entry.evidence.length > 0);
  const rounds = seen?.type === 'loop-detected' ? located(repeatsIn(seen.evidence), story, seen) : [];
  const rows = faults.length >= rounds.length ? faults : rounds;
  return deedsOf([...rows, ...answeredBeside(incident.entries, rows)], incident.entries, story);
}

const ARROW = ' → ';
const HEAD = /^([\w.:/-]{1,128}) /;

/** Evidence of a loop as the journal holds it: `name arguments → result`, a call a line. */
export function repeatsIn(evidence: readonly string[]): readonly Bare[] {
  return evidence.map((line, at) => {
    const arrow = line.indexOf(ARROW);
    const call = arrow < 0 ? line : line.slice(0, arrow);
    const tool = arrow < 0 ? '' : (HEAD.exec(call)?.[1] ?? '');
    const args = tool === '' ? call : call.slice(tool.length + 1);
    const result = arrow < 0 ? '' : line.slice(arrow + ARROW.length);
    return { id: `${at}`, callId: '', tool, arguments: args, result, at: undefined, turn: '', toldIn: '' };
  });
}

type Fault = JournalEntry & { readonly type: 'fault-classified' };

/** The calls behind known mistakes, oldest first. A count that begins anew before the incident did belongs to an older one. */
function repeatsOfFault(
  story: readonly JournalEntry[],
  fingerprints: ReadonlySet<string>,
  { firstAt, lastAt }: Pick<IncidentRow, 'firstAt' | 'lastAt'>,
): readonly Bare[] {
  const calls = new Map<string, JournalEntry & { readonly type: 'tool-call-delivered' }>();
  const results = new Map<string, string>();
  const faults: Fault[] = [];
  for (const entry of story) {
    if (entry.type === 'tool-call-delivered') calls.set(entry.call.id, entry);
    if (entry.type === 'tool-result-seen') results.set(entry.callId, entry.excerpt);
    if (entry.type === 'fault-classified' && fingerprints.has(entry.fingerprint) && entry.at <= lastAt) faults.push(entry);
  }
  const began = new Map<string, number>();
  for (const { fingerprint, occurrence, at, seq } of faults) if (occurrence === 1 && at <= firstAt) began.set(fingerprint, seq);
  const meant = faults.filter(({ fingerprint, seq }) => seq >= (began.get(fingerprint) ?? 0));
  return meant.map((entry) => {
    const made = calls.get(entry.callId);
    return {
      id: `${entry.seq}`,
      callId: entry.callId,
      tool: entry.tool,
      arguments: made?.call.arguments ?? '',
      result: results.get(entry.callId) ?? entry.pattern,
      at: made?.at ?? entry.at,
      turn: made?.turn ?? entry.turn,
      toldIn: entry.turn,
    };
  });
}

const faultPrints = (entries: readonly JournalEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap((entry) => (entry.type === 'circuit-opened' && entry.fingerprint !== 'isolated' ? [entry.fingerprint] : [])));

/** Characters of a call that evidence repeats are compared. */
const COMPARED = 200;

/** Evidence names calls by their beginnings: each is looked for among those that left, from the newest back. */
function located(rows: readonly Bare[], story: readonly JournalEntry[], seen: JournalEntry): readonly Bare[] {
  const results = new Map(story.flatMap((entry) => (entry.type === 'tool-result-seen' ? [[entry.callId, entry] as const] : [])));
  const made = story.filter((entry) => entry.type === 'tool-call-delivered' && entry.seq < seen.seq && results.has(entry.call.id));
  let from = made.length;
  const out: Bare[] = [];
  for (const row of [...rows].reverse()) {
    const at = made.findLastIndex((entry, index) => index < from && entry.type === 'tool-call-delivered' && isSame(row, entry.call));
    const found = made[at];
    if (found?.type !== 'tool-call-delivered') {
      out.push(row);
      continue;
    }
    from = at;
    const { id, arguments: args } = found.call;
    out.push({ ...row, callId: id, arguments: args, at: found.at, turn: found.turn, toldIn: results.get(id)?.turn ?? '' });
  }
  return out.reverse();
}

const isSame = (row: Bare, call: { readonly name: string; readonly arguments: string }): boolean =>
  row.tool === call.name && row.arguments.slice(0, COMPARED) === call.arguments.slice(0, COMPARED);

/** Calls that were answered here never ran: they are repetitions of their own. */
function answeredBeside(entries: readonly JournalEntry[], rows: readonly Bare[]): readonly Bare[] {
  const known = new Set(rows.map(({ callId }) => callId));
  return entries.flatMap((entry) => {
    if (entry.type !== 'tool-call-answered' || (entry.call.id !== '' && known.has(entry.call.id))) return [];
    const { id, name, arguments: args } = entry.call;
    return [{ id: `${entry.seq}`, callId: id, tool: name, arguments: args, result: '', at: entry.at, turn: entry.turn, toldIn: '' }];
  });
}
