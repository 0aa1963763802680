/** Words that a filter understands (design 6 "Habits"). `text` is also what a word without a key means. */
export const filterKeys = [
  'tool',
  'state',
  'session',
  'model',
  'category',
  'format',
  'text',
  'type',
  'level',
  'turn',
  'agent',
  'upstream',
  /** What became of a mended call: succeeded, failed-same, failed-otherwise, unseen. */
  'outcome',
] as const;
export type FilterKey = (typeof filterKeys)[number];

export interface FilterValue {
  readonly text: string;
  /** It stood in quotation marks: the name itself, in this very case. */
  readonly exact: boolean;
}

export interface FilterWord {
  readonly key: FilterKey;
  /** Any of these; never empty. */
  readonly values: readonly FilterValue[];
  readonly exclude: boolean;
}

const maxWords = 50;

/**
 * Reads `tool:Bash -state:delivered,held text:"rm -rf" left over`: one word after another, `-` excludes, commas list alternatives,
 * quotation marks keep spaces and commas, and make a name exact: `tool:"Read"` (exact-word.ts). A key that is not known is text. Words beyond 50
 * are not read.
 */
export function parseFilterWords(query: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  let at = 0;
  while (at < query.length && words.length < maxWords) {
    if (query[at]?.trim() === '') {
      at += 1;
      continue;
    }
    const token = readToken(query, at);
    at = token.end;
    const word = wordOf(token);
    if (word !== undefined) words.push(word);
  }
  return words;
}

interface Token {
  readonly head: string;
  readonly values: readonly FilterValue[];
  readonly end: number;
}

function readToken(query: string, start: number): Token {
  let head: string | undefined;
  const values: FilterValue[] = [];
  let value = '';
  // Of one value: what stood in quotation marks, and what did not.
  let quoted = false;
  let bare = false;
  let at = start;
  const add = (): void => {
    values.push({ text: value, exact: quoted && !bare });
    value = '';
    quoted = false;
    bare = false;
  };
  for (; at < query.length; at += 1) {
    const char = query[at] ?? '';
    if (char.trim() === '') break;
    if (char === '"') {
      const end = closeOf(query, at + 1);
      value += query.slice(at + 1, end).replaceAll('""', '"');
      quoted = true;
      at = end;
    } else if (char === ':' && head === undefined && isKey(value.replace(/^-/, ''))) {
      head = value;
      value = '';
      bare = false;
    } else if (char === ',' && head !== undefined && head.replace(/^-/, '') !== 'text') add();
    else {
      value += char;
      bare = true;
    }
  }
  add();
  return { head: head ?? '', values, end: at };
}

/** Where a quotation that begins at `start` ends: two marks are one of its own. */
function closeOf(query: string, start: number): number {
  for (let at = start; ; at += 2) {
    at = query.indexOf('"', at);
    if (at < 0) return query.length;
    if (query[at + 1] !== '"') return at;
  }
}

function wordOf(token: Token): FilterWord | undefined {
  const first = token.values[0]?.text ?? '';
  if (token.head === '') {
    const exclude = first.length > 1 && first.startsWith('-');
    const text = exclude ? first.slice(1) : first;
    return text === '' ? undefined : { key: 'text', values: [{ text, exact: false }], exclude };
  }
  const exclude = token.head.startsWith('-');
  const key = exclude ? token.head.slice(1) : token.head;
  const values = token.values.filter(({ text }) => text !== '');
  if (!isKey(key) || values.length === 0) return undefined;
  // Text is looked for by its words, whatever kept them together.
  return { key, values: key === 'text' ? values.map(({ text }) => ({ text, exact: false })) : values, exclude };
}

const isKey = (word: string): word is FilterKey => (filterKeys as readonly string[]).includes(word);
