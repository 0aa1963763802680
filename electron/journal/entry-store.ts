import type { EntryHead, JournalEntry } from '../../shared/journal-entry.ts';
import { facetsOf, searchTextOf } from './entry-facets.ts';
import { createHealOutcomes } from './heal-outcomes.ts';
import type { NameTable } from './name-table.ts';
import { pack, unpackText } from './packed.ts';
import type { Database, SqlValue } from './sqlite.ts';
import type { TurnSummaries } from './turn-summaries.ts';

/** Entries on disk. Bodies hold what the head columns do not; long ones are deflated. */
export interface EntryStore {
  lastSeq(): number;
  /** Writes entries whose `seq` is new; one that is there already stays (a batch may be sent twice). Call inside a transaction. */
  insert(entries: readonly JournalEntry[]): void;
  /** Entries after `seq`, oldest first. */
  read(after: number, limit: number): readonly JournalEntry[];
  /** Entries by number, in the order given. */
  load(seqs: readonly number[]): readonly JournalEntry[];
  ofTurn(turnRow: number, limit: number): readonly JournalEntry[];
}

interface Row {
  readonly seq: number;
  readonly at: number;
  readonly session: number;
  readonly thread: number;
  readonly turn: string | null;
  readonly level: number;
  readonly body: string | Uint8Array;
}

const levels: readonly EntryHead['level'][] = ['info', 'notice', 'alert'];
export const levelNumber = (level: EntryHead['level']): number => levels.indexOf(level);

const packFrom = 1024;
const selectRow = `SELECT e.seq, e.at, e.session, e.thread, t.turn AS turn, e.level, b.body FROM entries e
  JOIN entry_bodies b ON b.seq = e.seq LEFT JOIN turns t ON t.id = e.turn`;

export function createEntryStore(database: Database, names: NameTable, turns: TurnSummaries): EntryStore {
  const insertFacets =
    database.prepare(`INSERT OR IGNORE INTO entries(seq, at, session, thread, turn, type, level, tool, state, category, format, model, agent, upstream)
    VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const heals = createHealOutcomes(database);
  const insertBody = database.prepare('INSERT INTO entry_bodies(seq, body) VALUES(?, ?)');
  const insertText = database.prepare('INSERT INTO entry_text(rowid, text) VALUES(?, ?)');
  const maxSeq = database.prepare<{ seq: number | null }>('SELECT max(seq) AS seq FROM entries');
  const readAfter = database.prepare<Row>(`${selectRow} WHERE e.seq > ? ORDER BY e.seq LIMIT ?`);
  const readOne = database.prepare<Row>(`${selectRow} WHERE e.seq = ?`);
  const readTurn = database.prepare<Row>(`${selectRow} WHERE e.turn = ? ORDER BY e.seq LIMIT ?`);

  const insertOne = (entry: JournalEntry): void => {
    const about = facetsOf(entry);
    const place = turns.placeOf(entry);
    const facets: readonly SqlValue[] = [
      entry.seq,
      entry.at,
      place.session,
      place.thread,
      place.turn,
      names.id(entry.type),
      levelNumber(entry.level),
      names.id(about.tool),
      names.id(about.state),
      names.id(about.category),
      names.id(about.format),
      place.model,
      place.agent,
      place.upstream,
    ]; // prettier-ignore
    if (insertFacets.run(...facets).changes === 0) return;
    const { seq, at: _at, session: _session, thread: _thread, turn: _turn, level: _level, ...body } = entry;
    const text = JSON.stringify(body);
    insertBody.run(seq, text.length > packFrom ? pack(text) : text);
    const words = searchTextOf(entry);
    if (words !== '') insertText.run(seq, words);
    turns.count(entry, place, about);
    heals.note(entry, place);
  };
  const entryOf = (row: Row): JournalEntry => {
    const body = typeof row.body === 'string' ? row.body : unpackText(row.body);
    const head: EntryHead = {
      seq: row.seq,
      at: row.at,
      session: turns.sessionName(row.session),
      thread: names.name(row.thread),
      turn: row.turn ?? '',
      level: levels[row.level] ?? 'info',
    };
    return { ...head, ...(JSON.parse(body) as object) } as JournalEntry;
  };
  return {
    lastSeq: () => maxSeq.get()?.seq ?? 0,
    insert: (entries) => {
      for (const entry of entries) insertOne(entry);
    },
    read: (after, limit) => readAfter.all(after, limit).map(entryOf),
    load: (seqs) => seqs.flatMap((seq) => readOne.all(seq).map(entryOf)),
    ofTurn: (turnRow, limit) => readTurn.all(turnRow, limit).map(entryOf),
  };
}
