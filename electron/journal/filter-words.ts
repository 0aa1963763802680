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

export interface FilterWord {
  readonly key: FilterKey;
  /** Any of these; never empty. */
  readonly values: readonly string[];
  readonly exclude: boolean;
}

const maxWords = 50;

/**
 * Reads `tool:Bash -state:delivered,held text:"rm -rf" left over`: one word after another, `-` excludes, commas list alternatives,
 * quotation marks keep spaces and commas. A key that is not known is text. Words beyond 50 are not read.
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
  readonly values: readonly string[];
  readonly end: number;
}

function readToken(query: string, start: number): Token {
  let head: string | undefined;
  const values: string[] = [];
  let value = '';
  let at = start;
  for (; at < query.length; at += 1) {
    const char = query[at] ?? '';
    if (char.trim() === '') break;
    if (char === '"') {
      const close = query.indexOf('"', at + 1);
      const end = close < 0 ? query.length : close;
      value += query.slice(at + 1, end);
      at = end;
    } else if (char === ':' && head === undefined && isKey(value.replace(/^-/, ''))) {
      head = value;
      value = '';
    } else if (char === ',' && head !== undefined && head.replace(/^-/, '') !== 'text') {
      values.push(value);
      value = '';
    } else value += char;
  }
  values.push(value);
  return { head: head ?? '', values, end: at };
}

function wordOf(token: Token): FilterWord | undefined {
  const first = token.values[0] ?? '';
  if (token.head === '') {
    const exclude = first.length > 1 && first.startsWith('-');
    const text = exclude ? first.slice(1) : first;
    return text === '' ? undefined : { key: 'text', values: [text], exclude };
  }
  const exclude = token.head.startsWith('-');
  const key = exclude ? token.head.slice(1) : token.head;
  const values = token.values.filter((value) => value !== '');
  return isKey(key) && values.length > 0 ? { key, values, exclude } : undefined;
}

const isKey = (word: string): word is FilterKey => (filterKeys as readonly string[]).includes(word);
