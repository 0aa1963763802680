import type { Database } from './sqlite.ts';

/** Words that repeat (tools, models, states …) as small numbers. The number of '' is 0. */
export interface NameTable {
  /** The number of a word, given one when it is new. */
  id(name: string): number;
  name(id: number): string;
  /** Numbers of the words that equal `word`, any case; where none does, of those that begin with it, or match its `*`. */
  matching(word: string): number[];
  /** The number of just this word; empty: there is none. */
  exactly(word: string): number[];
  /** Forgets what is cached: a transaction was rolled back. */
  forget(): void;
}

const maxCached = 20_000;

export function createNameTable(database: Database): NameTable {
  const ids = new Map<string, number>();
  const names = new Map<number, string>();
  const insert = database.prepare('INSERT INTO names(name) VALUES(?)');
  const byName = database.prepare<{ id: number }>('SELECT id FROM names WHERE name = ?');
  const byId = database.prepare<{ name: string }>('SELECT name FROM names WHERE id = ?');
  const like = database.prepare<{ id: number }>("SELECT id FROM names WHERE name LIKE ? ESCAPE '\\'");
  const forget = (): void => {
    ids.clear();
    names.clear();
  };
  const remember = (id: number, name: string): number => {
    if (ids.size >= maxCached) forget();
    ids.set(name, id);
    names.set(id, name);
    return id;
  };
  return {
    id: (name) => {
      if (name === '') return 0;
      return ids.get(name) ?? remember(byName.get(name)?.id ?? insert.run(name).lastId, name);
    },
    name: (id) => {
      if (id === 0) return '';
      const known = names.get(id) ?? byId.get(id)?.name ?? '';
      if (known !== '') remember(id, known);
      return known;
    },
    matching: (word) => {
      const pattern = likePattern(word);
      const exact = like.all(pattern);
      const found = exact.length > 0 || word.includes('*') ? exact : like.all(`${pattern}%`);
      return found.map((row) => row.id);
    },
    exactly: (word) => byName.all(word).map((row) => row.id),
    forget,
  };
}

/** A filter word as a LIKE pattern: `*` stands for anything, everything else for itself. */
export const likePattern = (word: string): string => word.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');
