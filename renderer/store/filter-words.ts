import type { CallRecord } from './journal-view.ts';

/** The fields a filter word may name (design 6, "Habits"). A bare word is a `text:` word. */
export const filterFields = ['tool', 'state', 'session', 'model', 'category', 'format', 'text'] as const;
type FilterField = (typeof filterFields)[number];

export interface FilterWord {
  readonly field: FilterField;
  readonly value: string;
  /** `-tool:x` leaves out what it names. */
  readonly exclude: boolean;
}

const isField = (name: string): name is FilterField => (filterFields as readonly string[]).includes(name);

/** Reads `tool:bash -state:delivered text:"two words" loose`; never fails: what is no field is text. */
export function parseFilter(query: string): readonly FilterWord[] {
  const words: FilterWord[] = [];
  for (const match of query.matchAll(/(-?)(?:([a-z]+):)?(?:"([^"]*)"?|(\S+))/g)) {
    const [whole, minus = '', field = '', quoted, bare] = match;
    const value = quoted ?? bare ?? '';
    // A field without its value yet: it is still being typed.
    if (quoted === undefined && value.endsWith(':') && isField(value.slice(0, -1))) continue;
    const known = isField(field);
    const word: FilterWord = known
      ? { field, value: value.toLowerCase(), exclude: minus === '-' }
      : { field: 'text', value: (field === '' ? value : whole.slice(minus.length)).toLowerCase(), exclude: minus === '-' };
    if (word.value !== '') words.push(word);
  }
  return words;
}

/** The canonical spelling of words: what is shown, remembered and sent to the journal. */
export const formatFilter = (words: readonly FilterWord[]): string =>
  words.map((word) => `${word.exclude ? '-' : ''}${word.field}:${/\s/.test(word.value) ? `"${word.value}"` : word.value}`).join(' ');

const fieldText: { readonly [F in FilterField]: (call: CallRecord) => string } = {
  tool: (call) => call.name,
  state: (call) => call.state,
  session: (call) => call.session,
  model: (call) => call.model,
  category: (call) => `${call.fault?.pattern ?? ''} ${call.acted}`,
  format: (call) => call.format ?? '',
  text: (call) => `${call.name} ${call.arguments} ${call.acted} ${call.result?.excerpt ?? ''}`,
};

/** Words of one field are alternatives, fields add up, `-` words must all miss. */
export function matchesFilter(call: CallRecord, words: readonly FilterWord[]): boolean {
  const wanted = new Map<FilterField, boolean>();
  for (const word of words) {
    const text = fieldText[word.field](call).toLowerCase();
    const hit =
      word.field === 'text' ? text.includes(word.value) : word.value.split(',').some((value) => value !== '' && text.includes(value));
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
  const joined: FilterWord[] = [];
  for (const word of words) {
    const at = joined.findIndex((other) => !word.exclude && !other.exclude && word.field !== 'text' && other.field === word.field);
    const other = joined[at];
    if (other === undefined) joined.push(word);
    else joined[at] = { ...other, value: `${other.value},${word.value}` };
  }
  return formatFilter(joined);
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
