import type { SessionRow, TurnRow } from '../../shared/ipc/contract.ts';
import type { NameTable } from './name-table.ts';
import type { Database, SqlValue } from './sqlite.ts';

/** A page of a list, newest first. `before` is the `at` (turns) or `lastAt` (sessions) of the last row of the page before. */
export interface Page {
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
}

/** A session as the journal knows it: its switches belong to the operator's side. */
export type JournalSession = Omit<SessionRow, 'hold' | 'loops' | 'recovery' | 'live'>;

interface TurnColumns {
  readonly turn: string;
  readonly session: string | null;
  readonly thread: number;
  readonly at: number;
  readonly dialect: number;
  readonly model: number;
  readonly agent: number;
  readonly upstream: number;
  readonly title: string;
  readonly side: number;
  readonly outcome: number | null;
  readonly reason: number | null;
  readonly status: number | null;
  readonly finish: number | null;
  readonly calls: number;
  readonly reasks: number;
  readonly duration_ms: number | null;
  readonly first_byte_ms: number | null;
}

const selectTurn = `SELECT t.turn, s.session AS session, t.thread, t.at, t.dialect, t.model, t.agent, t.upstream, t.title, t.side, t.outcome, t.reason, t.status, t.finish,
  t.calls, t.reasks, t.duration_ms, t.first_byte_ms FROM turns t LEFT JOIN sessions s ON s.id = t.session`;

/** Rows of `turns/list`, newest first, of one session or of all. */
export function listTurns(
  database: Database,
  names: NameTable,
  page: Page & { readonly session?: string | undefined },
): readonly TurnRow[] {
  const conditions: string[] = [];
  const values: SqlValue[] = [];
  if (page.session !== undefined) {
    conditions.push('t.session = (SELECT id FROM sessions WHERE session = ?)');
    values.push(page.session);
  }
  if (page.before !== undefined) {
    conditions.push('t.at < ?');
    values.push(page.before);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  return database
    .prepare<TurnColumns>(`${selectTurn} ${where} ORDER BY t.at DESC, t.id DESC LIMIT ?`)
    .all(...values, page.limit ?? 200)
    .map((row) => turnRowOf(row, names));
}

/** One turn's row, and its row number. */
export function findTurn(
  database: Database,
  names: NameTable,
  turn: string,
): { readonly id: number; readonly row: TurnRow; readonly method: string; readonly path: string } | undefined {
  const row = database.prepare<TurnColumns>(`${selectTurn} WHERE t.turn = ?`).get(turn);
  const place = database
    .prepare<{ id: number; method: string; path: string }>('SELECT id, method, path FROM turns WHERE turn = ?')
    .get(turn);
  return row === undefined || place === undefined ? undefined : { ...place, row: turnRowOf(row, names) };
}

function turnRowOf(row: TurnColumns, names: NameTable): TurnRow {
  const word = (id: number | null): string | null => (id === null ? null : names.name(id));
  return {
    turn: row.turn,
    session: row.session ?? '',
    thread: names.name(row.thread),
    at: row.at,
    dialect: names.name(row.dialect),
    model: names.name(row.model),
    agent: names.name(row.agent),
    upstream: names.name(row.upstream),
    title: row.title,
    outcome: word(row.outcome),
    reason: word(row.reason),
    status: row.status,
    finish: word(row.finish),
    durationMs: row.duration_ms,
    firstByteMs: row.first_byte_ms,
    calls: row.calls,
    reasks: row.reasks,
    side: row.side === 1,
  };
}

interface SessionColumns {
  readonly id: number;
  readonly session: string;
  readonly agent: number;
  readonly model: number;
  readonly upstream: number;
  readonly title: string;
  readonly first_at: number;
  readonly last_at: number;
  readonly turns: number;
  readonly calls: number;
  readonly held: number;
  readonly alerts: number;
}

const maxThreads = 50;

/** Rows of `sessions/list`, the last used first; `session` picks one. */
export function listSessions(
  database: Database,
  names: NameTable,
  page: Page & { readonly session?: string | undefined },
): readonly JournalSession[] {
  const conditions = [...(page.session === undefined ? [] : ['session = ?']), ...(page.before === undefined ? [] : ['last_at < ?'])];
  const values = [...(page.session === undefined ? [] : [page.session]), ...(page.before === undefined ? [] : [page.before])];
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const threads = database.prepare<{ thread: number }>(
    `SELECT thread FROM turns WHERE session = ? GROUP BY thread ORDER BY min(at) LIMIT ${maxThreads}`,
  );
  return database
    .prepare<SessionColumns>(`SELECT * FROM sessions ${where} ORDER BY last_at DESC, id DESC LIMIT ?`)
    .all(...values, page.limit ?? 200)
    .map((row) => ({
      session: row.session,
      agent: names.name(row.agent),
      model: names.name(row.model),
      upstream: names.name(row.upstream),
      title: row.title,
      firstAt: row.first_at,
      lastAt: row.last_at,
      turns: row.turns,
      calls: row.calls,
      held: row.held,
      alerts: row.alerts,
      threads: threads.all(row.id).map(({ thread }) => names.name(thread)),
    }));
}
