import type { JournalEntry } from '../../shared/journal-entry.ts';
import { type IncidentKind, incidentKindOf } from './incident-kinds.ts';

/** Entries that belong together: what the operator looks at as one (design 6 "Alerts"). */
export interface Incident {
  readonly id: string;
  readonly kind: IncidentKind;
  /** `open`: a loop whose circuit is open; `closed`: it was closed; `over`: it can't go on. */
  readonly state: 'open' | 'closed' | 'over';
  readonly session: string;
  readonly thread: string;
  /** The last turn. */
  readonly turn: string;
  readonly firstAt: number;
  readonly lastAt: number;
  /** Repetitions of a loop, calls that were cancelled; else how many entries there are. */
  readonly count: number;
  readonly tool: string;
  readonly fingerprint: string;
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
}

/** A loop that says nothing for so long is another one when it comes back, milliseconds. */
const LOOP_GAP = 15 * 60_000;
/** Entries of one incident that are kept: the first ones and the last. */
const MOST_ENTRIES = 60;

interface Draft {
  readonly kind: IncidentKind;
  readonly entries: JournalEntry[];
  closed: boolean;
}

/** Puts entries together, given oldest first; the answer has the newest incident first. */
export function incidentsOf(entries: readonly JournalEntry[]): readonly Incident[] {
  const drafts: Draft[] = [];
  const running = new Map<string, Draft>();
  for (const entry of entries) {
    const kind = incidentKindOf(entry);
    if (kind === undefined) continue;
    const key = keyOf(kind, entry);
    const known = running.get(key);
    const isOf = known !== undefined && goesOn(known, entry);
    if (!isOf && (entry.type === 'circuit-closed' || entry.type === 'guidance-sent')) continue;
    const draft = isOf ? known : { kind, entries: [], closed: false };
    if (draft !== known) {
      drafts.push(draft);
      running.set(key, draft);
    }
    draft.entries.push(entry);
    if (draft.entries.length > MOST_ENTRIES) draft.entries.splice(MOST_ENTRIES / 2, 1);
    if (entry.type === 'circuit-closed') draft.closed = true;
  }
  return drafts.map(incidentOf).sort((a, b) => b.lastAt - a.lastAt);
}

/** Loops go over turns, a suspicion over a session; everything else belongs to its turn. An endpoint that broke off and the calls lost by it are one. */
function keyOf(kind: IncidentKind, entry: JournalEntry): string {
  if (kind === 'loop') return `loop ${entry.session}\n${entry.thread}`;
  if (kind === 'bypass') return `bypass ${entry.session}`;
  return `${kind === 'upstream' ? 'cancelled' : kind} ${entry.turn === '' ? `#${entry.seq}` : entry.turn}`;
}

function goesOn(draft: Draft, entry: JournalEntry): boolean {
  // The end of a loop is its own, however late; several circuits may close at once.
  if (draft.kind !== 'loop' || entry.type === 'circuit-closed') return true;
  const last = draft.entries[draft.entries.length - 1];
  return !draft.closed && last !== undefined && entry.at - last.at <= LOOP_GAP;
}

function incidentOf({ kind: began, entries, closed }: Draft): Incident {
  const lost = entries.filter((entry) => entry.type === 'tool-call-cancelled').length;
  const kind = began === 'upstream' && lost > 0 ? 'cancelled' : began;
  const first = entries[0] as JournalEntry;
  const last = entries[entries.length - 1] as JournalEntry;
  const opened = entries.findLast((entry) => entry.type === 'circuit-opened');
  const turn = entries.findLast((entry) => entry.turn !== '')?.turn ?? '';
  return {
    // The first entry names it for good, whatever comes to it later.
    id: `${began}-${first.seq}`,
    kind,
    state: kind !== 'loop' ? 'over' : closed ? 'closed' : opened === undefined ? 'over' : 'open',
    session: first.session,
    thread: first.thread,
    turn,
    firstAt: first.at,
    lastAt: last.at,
    count: kind === 'loop' ? repetitions(entries) : kind === 'cancelled' ? lost : entries.length,
    tool: toolOf(entries),
    fingerprint: opened?.type === 'circuit-opened' ? opened.fingerprint : '',
    entries,
  };
}

const repetitions = (entries: readonly JournalEntry[]): number =>
  Math.max(
    1,
    ...entries.map((entry) => (entry.type === 'loop-detected' ? entry.count : entry.type === 'circuit-opened' ? entry.occurrences : 0)),
  );

function toolOf(entries: readonly JournalEntry[]): string {
  for (const entry of entries) {
    if (entry.type === 'circuit-opened' && entry.tool !== '') return entry.tool;
    if ((entry.type === 'tool-call-cancelled' || entry.type === 'tool-call-answered') && entry.call.name !== '') return entry.call.name;
    if (entry.type === 'tool-call-refused' && entry.call !== undefined) return entry.call.name;
    if (entry.type === 'loop-detected') {
      const name = /^([\w.:/-]{1,100}) /.exec(entry.evidence[0] ?? '')?.[1];
      if (name !== undefined) return name;
    }
  }
  return '';
}
