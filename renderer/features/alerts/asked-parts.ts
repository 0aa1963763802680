import { isJsonObject, type JsonObject, own } from '../../../shared/json.ts';

/** A stretch of what a repetition asked for. `differs`: it is not the same in all repetitions. */
export interface AskedPart {
  readonly key: string;
  readonly text: string;
  readonly differs: boolean;
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
  const before = keyIn(value, oldKeys);
  const after = keyIn(value, newKeys);
  const isEdit = before !== undefined && after !== undefined;
  const shown = Object.keys(value).filter((key) => {
    if (target !== '' && own(value, key) === target && pathKeys.includes(key)) return false;
    return !isEdit || key === before || key === after || differs(key, all);
  });
  const parts = shown.map((key): AskedPart => {
    const text = written(value, key);
    const named = shown.length === 1 || (isEdit && (key === before || key === after)) ? text : `${key} ${text}`;
    return { key, text: key === after && isEdit ? `→ ${text}` : named, differs: differs(key, all) };
  });
  return parts.length > 0 ? parts : [{ key: '', text: target, differs: false }];
}

const wholeText = (text: string, all: readonly string[]): readonly AskedPart[] => [
  { key: '', text, differs: all.some((other) => other !== text) },
];

const differs = (key: string, all: readonly JsonObject[]): boolean => {
  const [first] = all;
  return first !== undefined && all.some((each) => written(each, key) !== written(first, key));
};

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
