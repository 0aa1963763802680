import type { CallAnswer, CallBody } from '../../shared/ipc/contract.ts';
import type { NewEntry } from '../../shared/journal-entry.ts';
import type { Journal } from '../journal/journal-service.ts';
import type { CircuitBoard } from './circuit-board.ts';
import { incidentEntries } from './incident-entries.ts';
import { type Incident, incidentsOf } from './incidents-of.ts';

/** Entries that one answer is made of. */
const MOST_ENTRIES = 2000;
/** Turns of one loop whose tokens are added up. */
const MOST_TURNS = 200;

type IncidentJournal = Pick<Journal, 'query' | 'sessions' | 'append' | 'pins'>;

/** Handlers of `incidents/list`, `circuits/list` and `circuits/set` (interfaces 4.3). */
export function incidentCommands(journal: IncidentJournal, board: CircuitBoard) {
  return {
    'incidents/list': async ({ limit, ...span }: CallBody<'incidents/list'>): Promise<CallAnswer<'incidents/list'>> => {
      const incidents = incidentsOf(await incidentEntries(journal, span)).slice(0, limit ?? 100);
      const older = await pinnedBeside(incidents, span.session, journal);
      return { incidents: await Promise.all([...incidents, ...older].map((incident) => withTokens(incident, journal))) };
    },
    'circuits/list': async ({ session }: CallBody<'circuits/list'>): Promise<CallAnswer<'circuits/list'>> => {
      return { circuits: await openIn(journal, session) };
    },
    'circuits/set': async ({ session, thread, fingerprint, state }: CallBody<'circuits/set'>): Promise<CallAnswer<'circuits/set'>> => {
      const known = await journal.sessions({ session, limit: 1 });
      const threads = thread === undefined ? ['', ...(state === 'closed' ? (known[0]?.threads ?? []) : [])] : [thread];
      for (const each of threads) board.set(session, each, state);
      if (state === 'isolated') journal.append(isolation(session, thread ?? ''));
      else
        for (const circuit of await openIn(journal, session)) if (isMeant(circuit, thread, fingerprint)) journal.append(closing(circuit));
      return { set: true };
    },
  };
}

/** Incidents that are pinned and no longer among the newest: found again by their own time. */
async function pinnedBeside(
  listed: readonly Incident[],
  session: string | undefined,
  journal: IncidentJournal,
): Promise<readonly Incident[]> {
  const known = new Set(listed.map(({ id }) => id));
  const missing = (await journal.pins()).filter(
    (pin) => pin.kind === 'incident' && !known.has(pin.id) && (session === undefined || pin.session === session),
  );
  const found = await Promise.all(
    missing.map(async ({ id, since, until, session: whose }) =>
      incidentsOf(await incidentEntries(journal, { since, until: until + 1, ...(whose === '' ? {} : { session: whose }) })).find(
        (incident) => incident.id === id,
      ),
    ),
  );
  return found.flatMap((incident) => incident ?? []);
}

const isolation = (session: string, thread: string): NewEntry => ({
  session,
  thread,
  turn: '',
  level: 'notice',
  type: 'circuit-opened',
  fingerprint: ISOLATED,
  pattern: ISOLATED,
  tool: '',
  occurrences: 0,
});

const closing = ({ session, thread, fingerprint }: OpenCircuit): NewEntry => ({
  session,
  thread,
  turn: '',
  level: 'notice',
  type: 'circuit-closed',
  fingerprint,
  cause: 'operator',
});

/** An order counts for the whole thread, since counts start anew there; the isolation of a session ends with any of its threads. */
const isMeant = (circuit: OpenCircuit, thread: string | undefined, fingerprint: string | undefined): boolean =>
  thread === undefined || circuit.thread === thread || circuit.fingerprint === ISOLATED || circuit.fingerprint === fingerprint;

/** Fingerprint of the circuit that only the operator opens: nothing of the thread goes to the model. */
const ISOLATED = 'isolated';

type OpenCircuit = CallAnswer<'circuits/list'>['circuits'][number];

/** Circuits that were opened and not closed since, newest first. */
async function openIn(journal: IncidentJournal, session: string | undefined): Promise<OpenCircuit[]> {
  const types = ['circuit-opened', 'circuit-closed'];
  const { entries } = await journal.query({ query: '', types, ...(session === undefined ? {} : { session }), limit: MOST_ENTRIES });
  const open = new Map<string, OpenCircuit>();
  for (const entry of [...entries].reverse()) {
    const { session: whose, thread } = entry;
    if (entry.type === 'circuit-opened') {
      const { fingerprint, pattern, tool, occurrences } = entry;
      const state = fingerprint === ISOLATED ? 'isolated' : 'open';
      open.set(keyOf(whose, thread, fingerprint), {
        session: whose,
        thread,
        fingerprint,
        pattern,
        tool,
        occurrences,
        openedAt: entry.at,
        state,
      });
    } else if (entry.type === 'circuit-closed') open.delete(keyOf(whose, thread, entry.fingerprint));
  }
  return [...open.values()].reverse();
}

const keyOf = (...parts: readonly string[]): string => parts.join('\n');

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
