import type { JournalEntry } from '../../shared/journal-entry.ts';
import { all, type Condition } from './condition.ts';
import { levelNumber } from './entry-store.ts';
import type { EntryStore } from './entry-store.ts';
import { type FilterKey, type FilterValue, type FilterWord, parseFilterWords } from './filter-words.ts';
import { likePattern, type NameTable } from './name-table.ts';
import { outcomeCondition } from './heal-outcomes.ts';
import type { Database } from './sqlite.ts';

/** Body of `entries/query` (design 4.3, 6 "Under load"). Times in epoch milliseconds; `until` is exclusive. */
export interface EntryQuery {
  readonly query: string;
  readonly types?: readonly string[] | undefined;
  readonly session?: string | undefined;
  readonly turn?: string | undefined;
  /** Only entries with a smaller `seq`: the next page. */
  readonly before?: number | undefined;
  readonly limit?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** How many match on all pages. */
  readonly total: number;
}

/**
 * Answers a query in SQL. Nothing is filtered afterwards, so that `total` is true. Texts that are looked for lead: the index gives
 * them in order of `seq`, so that a page ends early however many there are.
 */
export function queryEntries(database: Database, names: NameTable, entries: EntryStore, query: EntryQuery): EntryPage {
  const words = parseFilterWords(query.query);
  const texts = words.filter((word) => word.key === 'text' && !word.exclude).map((word) => matchOf(textsOf(word.values)));
  if (texts.includes(undefined)) return { entries: [], total: 0 };
  const others = [
    ...words.filter((word) => word.key !== 'text' || word.exclude).map((word) => conditionOf(word, names)),
    ...(query.types === undefined
      ? []
      : [
          numbers(
            'type',
            query.types.flatMap((type) => names.matching(type)),
          ),
        ]),
    ...(query.session === undefined ? [] : [{ sql: 'e.session = (SELECT id FROM sessions WHERE session = ?)', values: [query.session] }]),
    ...(query.turn === undefined ? [] : [{ sql: 'e.turn = (SELECT id FROM turns WHERE turn = ?)', values: [query.turn] }]),
    ...timeConditions(query.since, query.until),
  ];
  const source = sourceOf(texts.map((text) => `(${text ?? ''})`).join(' AND '), others.length > 0);
  const match = all([...source.conditions, ...others]);
  const total =
    database.prepare<{ total: number }>(`SELECT count(*) AS total FROM ${source.from} WHERE ${match.sql}`).get(...match.values)?.total ?? 0;
  const paged = query.before === undefined ? match : all([match, { sql: `${source.seq} < ?`, values: [query.before] }]);
  const seqs = database
    .prepare<{ seq: number }>(`SELECT ${source.seq} AS seq FROM ${source.from} WHERE ${paged.sql} ORDER BY ${source.seq} DESC LIMIT ?`)
    .all(...paged.values, query.limit ?? 200);
  return { entries: entries.load(seqs.map((row) => row.seq)), total };
}

interface Source {
  readonly from: string;
  readonly seq: string;
  readonly conditions: readonly Condition[];
}

/** The entries alone, the text index alone, or both where other words narrow the text. */
function sourceOf(text: string, narrowed: boolean): Source {
  if (text === '') return { from: 'entries e', seq: 'e.seq', conditions: [] };
  const conditions = [{ sql: 'x.entry_text MATCH ?', values: [text] }];
  return { from: narrowed ? 'entry_text x CROSS JOIN entries e ON e.seq = x.rowid' : 'entry_text x', seq: 'x.rowid', conditions };
}

function timeConditions(since: number | undefined, until: number | undefined): readonly Condition[] {
  return [
    ...(since === undefined ? [] : [{ sql: 'e.at >= ?', values: [since] }]),
    ...(until === undefined ? [] : [{ sql: 'e.at < ?', values: [until] }]),
  ];
}

export function conditionOf(word: FilterWord, names: NameTable): Condition {
  const positive = positiveOf(word.key, word.values, names);
  return word.exclude ? { sql: `NOT (${positive.sql})`, values: positive.values } : positive;
}

function positiveOf(key: FilterKey, values: readonly FilterValue[], names: NameTable): Condition {
  switch (key) {
    case 'text':
      return textCondition(textsOf(values));
    case 'session':
    case 'turn':
      return rowCondition(key, values);
    case 'outcome':
      return outcomeCondition(textsOf(values));
    case 'level':
      return { sql: `e.level IN (${marks(values)})`, values: textsOf(values).map((text) => levelNumber(text.toLowerCase() as 'info')) };
    default:
      // Anything, but something.
      if (values.some(({ text, exact }) => text === '*' && !exact)) return { sql: `e.${key} <> 0`, values: [] };
      return numbers(
        key,
        values.flatMap(({ text, exact }) => (exact ? names.exactly(text) : names.matching(text))),
      );
  }
}

const textsOf = (values: readonly FilterValue[]): readonly string[] => values.map(({ text }) => text);

const marks = (values: readonly unknown[]): string => values.map(() => '?').join(', ');

/** The numbers of the words are few and known: they stand in the SQL, so that no limit on parameters is met. */
const numbers = (column: string, ids: readonly number[]): Condition => ({
  sql: `e.${column} IN (${ids.slice(0, 5000).join(', ')})`,
  values: [],
});

function rowCondition(key: 'session' | 'turn', values: readonly FilterValue[]): Condition {
  const table = `${key}s`;
  const one = (test: string): string => `e.${key} IN (SELECT id FROM ${table} WHERE ${key} ${test})`;
  return {
    sql: values.map(({ exact }) => one(exact ? '= ?' : "LIKE ? ESCAPE '\\'")).join(' OR '),
    values: values.map(({ text, exact }) => (exact ? text : `${likePattern(text)}%`)),
  };
}

function textCondition(values: readonly string[]): Condition {
  const match = matchOf(values);
  if (match === undefined) return { sql: '0', values: [] };
  return { sql: 'e.seq IN (SELECT rowid FROM entry_text WHERE entry_text MATCH ?)', values: [match] };
}

/**
 * Any of these texts in the index's own words: words are found by their beginnings, phrases as they stand. Undefined for text
 * without any word character: it is found nowhere. The index cannot look inside a word: `text:oba` does not find "foobar".
 */
function matchOf(values: readonly string[]): string | undefined {
  const phrases = values
    .filter((value) => /[\p{L}\p{N}]/u.test(value))
    .map((value) => `"${value.replaceAll('"', ' ').replaceAll('\0', ' ')}" *`);
  return phrases.length === 0 ? undefined : phrases.join(' OR ');
}
