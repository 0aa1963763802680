import type { StatsSummary } from '../../shared/ipc/contract.ts';
import { exactWord } from '../../shared/exact-word.ts';
import { all, type Condition } from './condition.ts';
import type { Database } from './sqlite.ts';

/** What is counted. Times in epoch milliseconds, `until` exclusive; a session and a model by their very names. */
export interface StatsWish {
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly session?: string | undefined;
  readonly model?: string | undefined;
}

/** The same choice over each table that figures are counted from: one that looked at more would name a wrong denominator. */
export interface StatsScope {
  /** Over `entries e`. */
  readonly entries: Condition;
  /** Over `turns t`. */
  readonly turns: Condition;
  /** Over `heals h`. */
  readonly heals: Condition;
  /** Filter words that a figure's own are followed by: `` or ` session:"a" model:"b"`. */
  readonly words: string;
}

const sessionId = '(SELECT id FROM sessions WHERE session = ?)';
const modelId = '(SELECT id FROM names WHERE name = ?)';

export function scopeOf(wish: StatsWish): StatsScope {
  const { since, until, session, model } = wish;
  const over = (table: 'e' | 't' | 'h', ofModel: string): Condition =>
    all([
      ...(since === undefined ? [] : [{ sql: `${table}.at >= ?`, values: [since] }]),
      ...(until === undefined ? [] : [{ sql: `${table}.at < ?`, values: [until] }]),
      ...(session === undefined ? [] : [{ sql: `${table}.session = ${sessionId}`, values: [session] }]),
      ...(model === undefined ? [] : [{ sql: ofModel, values: [model] }]),
    ]);
  return {
    entries: over('e', `e.model = ${modelId}`),
    turns: over('t', `t.model = ${modelId}`),
    // Heals stand without their model: it is their turn's, as with entries.
    heals: over('h', `h.turn IN (SELECT id FROM turns WHERE model = ${modelId})`),
    words: [
      ...(session === undefined ? [] : [` ${exactWord('session', session)}`]),
      ...(model === undefined ? [] : [` ${exactWord('model', model)}`]),
    ].join(''),
  };
}

const mostChoices = 200;

/** Sessions and models of the time that is looked at, the last used first, whatever of them is chosen; `all` counts those beyond the bound too. */
export function choicesOf(database: Database, { since, until }: StatsWish): StatsSummary['choices'] {
  const { turns } = scopeOf({ since, until });
  const named = (column: 'session' | 'model', name: string) => {
    const where = `FROM turns t WHERE ${turns.sql} AND t.${column} <> 0`;
    return {
      names: database
        .prepare<{ name: string | null }>(
          `SELECT ${name} AS name FROM (SELECT t.${column} AS id, max(t.at) AS last ${where} GROUP BY 1 ORDER BY 2 DESC LIMIT ${mostChoices}) g`,
        )
        .all(...turns.values)
        .flatMap((row) => row.name ?? []),
      all: database.prepare<{ n: number }>(`SELECT count(DISTINCT t.${column}) AS n ${where}`).get(...turns.values)?.n ?? 0,
    };
  };
  return {
    sessions: named('session', '(SELECT session FROM sessions WHERE id = g.id)'),
    models: named('model', '(SELECT name FROM names WHERE id = g.id)'),
  };
}
