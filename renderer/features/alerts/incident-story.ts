import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import type { EntryType, JournalEntry } from '../../../shared/journal-entry.ts';
import { useAnswer } from '../../components/use-answer.ts';

/** The journal around an incident: what its own entries only point at. */
export interface IncidentStory {
  readonly ready: boolean;
  /** Of the incident's thread, oldest first. */
  readonly entries: readonly JournalEntry[];
}

/** Repetitions that lie so far before the first alert of a loop are looked for, milliseconds. */
const BEFORE = 15 * 60_000;
/** A turn that was alerted to ends after its alert, and its history is mended with a later request, milliseconds. */
const AFTER = 10 * 60_000;
const MOST = 1000;

const types: readonly EntryType[] = [
  'turn-started',
  'turn-ended',
  'tool-call-delivered',
  'tool-call-answered',
  'tool-result-seen',
  'fault-classified',
  'guidance-sent',
  'circuit-opened',
  'loop-detected',
  'history-repaired',
  'reask-sent',
  'upstream-retried',
  'stream-normalised',
];

/** Asks the journal for what was said around the incident; it is asked again as the incident goes on. */
export function useIncidentStory({ session, thread, firstAt, lastAt }: IncidentRow): IncidentStory {
  const body = { query: '', types: [...types], since: firstAt - BEFORE, until: lastAt + AFTER, limit: MOST };
  const { answer } = useAnswer('entries/query', session === '' ? body : { ...body, session });
  if (answer.state !== 'ready') return { ready: answer.state === 'problem', entries: [] };
  const entries: readonly JournalEntry[] = answer.value.entries;
  return { ready: true, entries: entries.filter((entry) => entry.thread === thread).reverse() };
}
