import { isJsonObject, type JsonObject, own } from '../../../shared/json.ts';

/** A value that a repetition asked for. `differs`: what is not the same in all repetitions; '' where all of it is. */
export interface AskedPart {
  readonly key: string;
  readonly before: string;
  readonly differs: string;
  readonly after: string;
}
/** `target` is the path that all of them name; '' when they name none, or several. */
export interface AskedFor {
  readonly target: string;
  readonly rows: readonly (readonly AskedPart[])[];
}

const pathKeys = ['file_path', 'filePath', 'path', 'absolute_path', 'filename'];
const oldKeys = ['old_string', 'oldString', 'old_str', 'old_text', 'oldText', 'search'];
const newKeys = ['new_string', 'newString', 'new_str', 'new_text', 'newText', 'replace'];
/** Longer arguments are shown as they are: nobody compares them by eye. */
const mostParsed = 65_536;

/** What repeated calls asked for: of an edit the texts alone, its file once; of others each value, with what differs among them marked. */
export function askedFor(calls: readonly string[]): AskedFor {
  const values = calls.map(parsed);
  const objects = values.filter((value) => value !== undefined);
  if (objects.length < values.length || objects.length === 0) return { target: '', rows: calls.map((text) => wholeText(text, calls)) };
  const paths = new Set(objects.map((each) => stringOf(each, pathKeys)));
  const target = paths.size === 1 ? ([...paths][0] ?? '') : '';
  return { target, rows: objects.map((each) => partsOf(each, objects, target)) };
}

/** The text that an edit looks for; undefined: this is no edit that names one. */
export function lookedFor(args: string): string | undefined {
  const value = parsed(args);
  return value === undefined ? undefined : stringOf(value, oldKeys);
}

function partsOf(value: JsonObject, all: readonly JsonObject[], target: string): readonly AskedPart[] {
  const old = keyIn(value, oldKeys);
  const fresh = keyIn(value, newKeys);
  if (old !== undefined && fresh !== undefined && all.every((each) => keyIn(each, [old]) === old && keyIn(each, [fresh]) === fresh)) {
    const around = commonAround(all.flatMap((each) => [written(each, old), written(each, fresh)]));
    const part = (key: string, sign: string): AskedPart => {
      const values = all.map((each) => cutAround(written(each, key), around));
      return marked(key, sign, cutAround(written(value, key), around), values);
    };
    return [part(old, ''), part(fresh, '→ '), ...others(value, all, [old, fresh], target).filter(({ differs }) => differs !== '')];
  }
  const parts = others(value, all, [], target);
  return parts.length > 0 ? parts : [{ key: '', before: target, differs: '', after: '' }];
}

function others(value: JsonObject, all: readonly JsonObject[], without: readonly string[], target: string): readonly AskedPart[] {
  const isTarget = (key: string): boolean => target !== '' && own(value, key) === target && pathKeys.includes(key);
  const keys = Object.keys(value).filter((key) => !without.includes(key) && !isTarget(key));
  return keys.map((key) => {
    const values = all.map((each) => written(each, key));
    return marked(key, keys.length === 1 && without.length === 0 ? '' : `${key} `, written(value, key), values);
  });
}

const wholeText = (text: string, all: readonly string[]): readonly AskedPart[] => [marked('', '', text, all)];

/** Marks what one value has that not all of them have. */
function marked(key: string, sign: string, text: string, all: readonly string[]): AskedPart {
  if (all.every((other) => other === text)) return { key, before: sign + text, differs: '', after: '' };
  const { start, end } = commonAround(all);
  const to = Math.max(start, text.length - end);
  // Where the others have more, the sign beside the gap is marked: else nothing would be seen.
  const from = to > start ? start : Math.max(0, start - 1);
  return { key, before: sign + text.slice(0, from), differs: text.slice(from, to), after: text.slice(to) };
}

interface Around {
  readonly start: number;
  readonly end: number;
}

/** How much is the same at the beginning and at the end of all texts; the two never overlap. */
function commonAround(texts: readonly string[]): Around {
  const [first = ''] = texts;
  const shortest = Math.min(...texts.map(({ length }) => length));
  let start = 0;
  while (start < shortest && texts.every((text) => text[start] === first[start])) start += 1;
  let end = 0;
  while (end < shortest - start && texts.every((text) => text[text.length - 1 - end] === first[first.length - 1 - end])) end += 1;
  return { start, end };
}

/** Characters of what is the same that stay in sight beside what is not. */
const kept = 12;

/** Leaves out what is the same in all texts, but for a few characters. */
function cutAround(text: string, { start, end }: Around): string {
  const from = start > kept + 4 ? start - kept : 0;
  const to = end > kept + 4 ? text.length - end + kept : text.length;
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}

const written = (value: JsonObject, key: string): string => JSON.stringify(own(value, key) ?? null);
const keyIn = (value: JsonObject, keys: readonly string[]): string | undefined => keys.find((key) => typeof own(value, key) === 'string');
function stringOf(value: JsonObject, keys: readonly string[]): string | undefined {
  const key = keyIn(value, keys);
  const found = key === undefined ? undefined : own(value, key);
  return typeof found === 'string' ? found : undefined;
}

function parsed(text: string): JsonObject | undefined {
  if (text.length > mostParsed) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
