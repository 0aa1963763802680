import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { EntryFacets } from './entry-facets.ts';
import type { NameTable } from './name-table.ts';
import type { Database } from './sqlite.ts';

/** Row numbers of where an entry belongs; 0 where it belongs to no turn or session. */
export interface EntryPlace {
  readonly session: number;
  readonly thread: number;
  readonly turn: number;
  readonly model: number;
  readonly agent: number;
  readonly upstream: number;
}

/** Keeps the `turns` and `sessions` rows true while entries come in. */
export interface TurnSummaries {
  placeOf(entry: JournalEntry): EntryPlace;
  /** Folds one new entry into the sums of its turn and session. */
  count(entry: JournalEntry, place: EntryPlace, facets: EntryFacets): void;
  sessionName(id: number): string;
  sessionId(session: string): number | undefined;
  /** Forgets what is cached: rows were deleted. */
  forget(): void;
}

const maxCached = 5000;
const noPlace: EntryPlace = { session: 0, thread: 0, turn: 0, model: 0, agent: 0, upstream: 0 };

interface TurnPlace {
  readonly id: number;
  readonly model: number;
  readonly agent: number;
  readonly upstream: number;
}

export function createTurnSummaries(database: Database, names: NameTable): TurnSummaries {
  const sessions = new Map<string, number>();
  const turns = new Map<string, TurnPlace>();
  const findSession = database.prepare<{ id: number }>('SELECT id FROM sessions WHERE session = ?');
  const nameOfSession = database.prepare<{ session: string }>('SELECT session FROM sessions WHERE id = ?');
  const addSession = database.prepare(
    'INSERT INTO sessions(session, agent, model, upstream, title, first_at, last_at) VALUES(?, 0, 0, 0, ?, ?, ?)',
  );
  const findTurn = database.prepare<TurnPlace>('SELECT id, model, agent, upstream FROM turns WHERE turn = ?');
  const addTurn =
    database.prepare(`INSERT INTO turns(turn, session, thread, at, dialect, model, agent, upstream, title, side, method, path, retry_of)
    VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);

  const sessionOf = (session: string, at: number): number => {
    if (session === '') return 0;
    const known = sessions.get(session) ?? findSession.get(session)?.id ?? addSession.run(session, '', at, at).lastId;
    if (sessions.size >= maxCached) sessions.clear();
    sessions.set(session, known);
    return known;
  };
  const turnOf = (entry: JournalEntry, session: number): TurnPlace | undefined => {
    if (entry.turn === '') return undefined;
    const known = turns.get(entry.turn) ?? findTurn.get(entry.turn) ?? makeTurn(entry, session);
    if (turns.size >= maxCached) turns.clear();
    turns.set(entry.turn, known);
    return known;
  };
  const makeTurn = (entry: JournalEntry, session: number): TurnPlace => {
    const start = entry.type === 'turn-started' ? entry : undefined;
    const word = (value: string | undefined): number => names.id(value ?? '');
    const place = { model: word(start?.model), agent: word(start?.agent), upstream: word(start?.upstream) };
    const { lastId } = addTurn.run(
      entry.turn,
      session,
      word(entry.thread),
      entry.at,
      word(start?.dialect),
      place.model,
      place.agent,
      place.upstream,
      start?.title ?? '',
      start?.side === true ? 1 : 0,
      start?.method ?? '',
      start?.path ?? '',
      start?.retryOf ?? null,
    ); // prettier-ignore
    return { id: lastId, ...place };
  };
  const summaries: TurnSummaries = {
    placeOf: (entry) => {
      if (entry.session === '' && entry.turn === '') return { ...noPlace, thread: names.id(entry.thread) };
      const session = sessionOf(entry.session, entry.at);
      const turn = turnOf(entry, session);
      return {
        ...noPlace,
        session,
        thread: names.id(entry.thread),
        ...(turn === undefined ? {} : { turn: turn.id, model: turn.model, agent: turn.agent, upstream: turn.upstream }),
      };
    },
    count: (entry, place, facets) => count(database, names, entry, place, facets),
    sessionName: (id) => (id === 0 ? '' : (nameOfSession.get(id)?.session ?? '')),
    sessionId: (session) => findSession.get(session)?.id,
    forget: () => {
      sessions.clear();
      turns.clear();
    },
  };
  return summaries;
}

/** Entry types that mean Signalbox did something in the turn: its raw frames are then kept (`journal.passthrough`). */
const passive: ReadonlySet<JournalEntry['type']> = new Set([
  'turn-started',
  'turn-ended',
  'tool-call-seen',
  'tool-call-delivered',
  'tool-result-seen',
  'secret-redacted',
]);

function count(database: Database, names: NameTable, entry: JournalEntry, place: EntryPlace, facets: EntryFacets): void {
  if (place.turn !== 0 && (!passive.has(entry.type) || entry.level === 'alert'))
    database.prepare('UPDATE turns SET acted = 1 WHERE id = ? AND acted = 0').run(place.turn);
  if (entry.type === 'turn-ended') {
    const acted = entry.outcome !== 'pass_through' || entry.status >= 400 || entry.error !== undefined ? 1 : 0;
    database
      .prepare(`UPDATE turns SET ended_at = ?, outcome = ?, reason = ?, status = ?, finish = ?, calls = ?, reasks = ?, duration_ms = ?, first_byte_ms = ?,
        overhead_ms = ?, input_tokens = ?, output_tokens = ?, acted = max(acted, ?) WHERE id = ?`)
      .run(
        entry.at,
        names.id(entry.outcome),
        entry.reason === undefined ? null : names.id(entry.reason),
        entry.status,
        names.id(entry.finish),
        entry.calls,
        entry.reasks,
        entry.durationMs,
        entry.firstByteMs ?? null,
        entry.overheadMs ?? null,
        entry.usage.input ?? null,
        entry.usage.output ?? null,
        acted,
        place.turn,
      ); // prettier-ignore
  }
  if (place.session === 0) return;
  if (entry.type === 'turn-started') {
    database
      .prepare(
        `UPDATE sessions SET last_at = max(last_at, ?), agent = ?, model = ?, upstream = ?, turns = turns + ?, title = CASE WHEN title = '' AND ? = 0 THEN ? ELSE title END WHERE id = ?`,
      )
      .run(entry.at, place.agent, place.model, place.upstream, entry.side ? 0 : 1, entry.side ? 1 : 0, entry.title, place.session);
    return;
  }
  // A recovered call was seen before.
  const calls = entry.type === 'tool-call-seen' ? 1 : 0;
  database
    .prepare('UPDATE sessions SET last_at = max(last_at, ?), calls = calls + ?, held = held + ?, alerts = alerts + ? WHERE id = ?')
    .run(entry.at, calls, facets.state === 'held' ? 1 : 0, entry.level === 'alert' ? 1 : 0, place.session);
}
