import { exactWord } from '../../shared/exact-word.ts';
import type { CallRecord } from './journal-view.ts';

/** The fields a filter word may name (design 6, "Habits"). A bare word is a `text:` word. */
export const filterFields = ['tool', 'state', 'session', 'model', 'category', 'format', 'text'] as const;
type FilterField = (typeof filterFields)[number];

export interface FilterWord {
  readonly field: FilterField;
  readonly value: string;
  /** `-tool:x` leaves out what it names. */
  readonly exclude: boolean;
  /** `tool:"Read"`: this very name, in this very case (shared/exact-word.ts). Text is never exact: there quotation marks keep spaces. */
  readonly exact: boolean;
}

const isField = (name: string): name is FilterField => (filterFields as readonly string[]).includes(name);

/** Reads `tool:bash -state:delivered text:"two words" loose`; never fails: what is no field is text. */
export function parseFilter(query: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  for (const match of query.matchAll(/(-?)(?:([a-z]+):)?(?:"((?:[^"]|"")*)"?|(\S+))/g)) {
    const [whole, minus = '', field = '', marked, bare] = match;
    const quoted = marked?.replaceAll('""', '"');
    const value = quoted ?? bare ?? '';
    // A field without its value yet: it is still being typed.
    if (quoted === undefined && value.endsWith(':') && isField(value.slice(0, -1))) continue;
    const exclude = minus === '-';
    const exact = isField(field) && field !== 'text' && quoted !== undefined;
    const word: FilterWord = isField(field)
      ? { field, value: exact ? value : value.toLowerCase(), exclude, exact }
      : { field: 'text', value: (field === '' ? value : whole.slice(minus.length)).toLowerCase(), exclude, exact };
    if (word.value !== '') words.push(word);
  }
  return words;
}

/** The canonical spelling of words: what is shown, remembered and sent to the journal. */
export const formatFilter = (words: readonly FilterWord[]): string =>
  words.map((word) => `${word.exclude ? '-' : ''}${spelling(word)}`).join(' ');

const spelling = ({ field, value, exact }: FilterWord): string =>
  exact || /[\s"]/.test(value) ? exactWord(field, value) : `${field}:${value}`;

/** What a field looks at: any of these. */
const fieldTexts: { readonly [F in FilterField]: (call: CallRecord) => readonly string[] } = {
  tool: (call) => [call.name],
  state: (call) => [call.state],
  session: (call) => [call.session],
  model: (call) => [call.model],
  category: (call) => [call.fault?.pattern ?? '', call.acted],
  format: (call) => [call.format ?? ''],
  text: (call) => [`${call.name} ${call.arguments} ${call.acted} ${call.result?.excerpt ?? ''}`],
};

function isHit({ field, value, exact }: FilterWord, call: CallRecord): boolean {
  const texts = fieldTexts[field](call);
  if (exact) return texts.includes(value);
  const folded = texts.map((text) => text.toLowerCase());
  const wanted = field === 'text' ? [value] : value.split(',').filter((each) => each !== '');
  return wanted.some((each) => folded.some((text) => text.includes(each)));
}

/** Words of one field are alternatives, fields add up, `-` words must all miss. */
export function matchesFilter(call: CallRecord, words: readonly FilterWord[]): boolean {
  const wanted = new Map<FilterField, boolean>();
  for (const word of words) {
    const hit = isHit(word, call);
    if (word.exclude) {
      if (hit) return false;
    } else if (word.field === 'text') {
      if (!hit) return false;
    } else {
      wanted.set(word.field, (wanted.get(word.field) ?? false) || hit);
    }
  }
  for (const hit of wanted.values()) if (!hit) return false;
  return true;
}

/** The same filter for the journal, where alternatives of one field stand behind commas and words add up. */
export function journalQuery(words: readonly FilterWord[]): string {
  const joined = new Map<string, string>();
  for (const [at, word] of words.entries()) {
    const key = word.exclude || word.field === 'text' ? `${at}` : word.field;
    const before = joined.get(key);
    const own = formatFilter([word]);
    joined.set(key, before === undefined ? own : `${before},${own.slice(word.field.length + 1)}`);
  }
  return [...joined.values()].join(' ');
}

/** A filter that remembers its answer per record: a batch of a frame only judges what is new. */
export function filterRows(words: readonly FilterWord[]): (rows: readonly CallRecord[]) => readonly CallRecord[] {
  if (words.length === 0) return (rows) => rows;
  const known = new WeakMap<CallRecord, boolean>();
  return (rows) =>
    rows.filter((call) => {
      let hit = known.get(call);
      if (hit === undefined) {
        hit = matchesFilter(call, words);
        known.set(call, hit);
      }
      return hit;
    });
}
