import type { CallAnswer, CallBody } from '../../shared/ipc/contract.ts';
import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import type { Journal } from '../journal/journal-service.ts';
import type { CircuitBoard } from './circuit-board.ts';
import { incidentTypes } from './incident-kinds.ts';
import { type Incident, incidentsOf } from './incidents-of.ts';

/** Entries that one answer is made of. */
const MOST_ENTRIES = 2000;
/** Turns of one loop whose tokens are added up. */
const MOST_TURNS = 200;

type IncidentJournal = Pick<Journal, 'query' | 'sessions' | 'append'>;

/** Handlers of `incidents/list`, `circuits/list` and `circuits/set` (interfaces 4.3). */
export function incidentCommands(journal: IncidentJournal, board: CircuitBoard) {
  return {
    'incidents/list': async ({ limit, ...span }: CallBody<'incidents/list'>): Promise<CallAnswer<'incidents/list'>> => {
      const { entries } = await journal.query({ query: '', types: [...incidentTypes], ...span, limit: MOST_ENTRIES });
      const incidents = incidentsOf([...entries].reverse()).slice(0, limit ?? 100);
      return { incidents: await Promise.all(incidents.map((incident) => withTokens(incident, journal))) };
    },
    'circuits/list': async ({ session }: CallBody<'circuits/list'>): Promise<CallAnswer<'circuits/list'>> => {
      const types = ['circuit-opened', 'circuit-closed'];
      const { entries } = await journal.query({ query: '', types, ...(session === undefined ? {} : { session }), limit: MOST_ENTRIES });
      return { circuits: openCircuits([...entries].reverse()) };
    },
    'circuits/set': async ({ session, thread, fingerprint, state }: CallBody<'circuits/set'>): Promise<CallAnswer<'circuits/set'>> => {
      const known = await journal.sessions({ session, limit: 1 });
      const threads = thread === undefined ? ['', ...(state === 'closed' ? (known[0]?.threads ?? []) : [])] : [thread];
      for (const each of threads) {
        board.set(session, each, state);
        if (each !== '' || threads.length === 1) journal.append(orderEntry(session, each, fingerprint ?? '', state));
      }
      return { set: true };
    },
  };
}

function orderEntry(session: string, thread: string, fingerprint: string, state: 'closed' | 'isolated'): NewEntry {
  const head = { session, thread, turn: '', level: 'notice' } as const;
  if (state === 'closed') return { ...head, type: 'circuit-closed', fingerprint, cause: 'operator' };
  return { ...head, type: 'circuit-opened', fingerprint: ISOLATED, pattern: ISOLATED, tool: '', occurrences: 0 };
}

/** Fingerprint of the circuit that only the operator opens: nothing of the thread goes to the model. */
const ISOLATED = 'isolated';

type OpenCircuit = CallAnswer<'circuits/list'>['circuits'][number];

/** Circuits that were opened and not closed since; entries oldest first. */
function openCircuits(entries: readonly JournalEntry[]): OpenCircuit[] {
  const open = new Map<string, OpenCircuit>();
  for (const entry of entries) {
    const { session, thread } = entry;
    if (entry.type === 'circuit-opened') {
      const { fingerprint, pattern, tool, occurrences } = entry;
      const state = fingerprint === ISOLATED ? 'isolated' : 'open';
      open.set(keyOf(session, thread, fingerprint), {
        session,
        thread,
        fingerprint,
        pattern,
        tool,
        occurrences,
        openedAt: entry.at,
        state,
      });
    } else if (entry.type === 'circuit-closed') {
      open.delete(keyOf(session, thread, entry.fingerprint));
      if (entry.cause === 'operator') for (const [key, each] of open) if (isUnder(each, session, thread)) open.delete(key);
    }
  }
  return [...open.values()].reverse();
}

const keyOf = (...parts: readonly string[]): string => parts.join('\n');
const isUnder = (circuit: OpenCircuit, session: string, thread: string): boolean =>
  circuit.session === session && (circuit.thread === thread || circuit.thread === '' || thread === '');

async function withTokens(incident: Incident, journal: IncidentJournal): Promise<CallAnswer<'incidents/list'>['incidents'][number]> {
  const { entries, ...rest } = incident;
  const shown = { ...rest, seqs: entries.map((entry) => entry.seq), entries: [...entries] };
  if (incident.kind !== 'loop') return { ...shown, turns: 1, tokens: null };
  const { session, firstAt, lastAt, thread } = incident;
  // The turn that was told last ends after its alert: a minute is given to it.
  const span = { since: firstAt, until: lastAt + 60_000, limit: MOST_TURNS };
  const ended = (await journal.query({ query: '', types: ['turn-ended'], session, ...span })).entries.filter(
    (entry) => entry.thread === thread,
  );
  const usage = ended.flatMap((entry) => (entry.type === 'turn-ended' ? [entry.usage] : []));
  const known = usage.some(({ input, output }) => input !== undefined || output !== undefined);
  const sum = (part: 'input' | 'output'): number => usage.reduce((all, each) => all + (each[part] ?? 0), 0);
  return { ...shown, turns: ended.length, tokens: known ? { input: sum('input'), output: sum('output') } : null };
}
