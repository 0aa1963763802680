import { isJsonObject, type Json } from '../../../shared/json.ts';
import { type JsonSpan, memberOf, parseWithSpans, rawOf } from '../text/json-spans.ts';
import { isWholeJson } from '../text/json-scanner.ts';

/** Where a call object keeps its parts. */
export interface CallKeys {
  readonly name: readonly string[];
  readonly arguments: readonly string[];
  readonly id: readonly string[];
}

export const STANDARD_KEYS: CallKeys = { name: ['name'], arguments: ['arguments', 'parameters'], id: ['id', 'tool_call_id'] };

/** A call read from one JSON object. `degraded`: the argument key is missing altogether (it then has no arguments). */
export type CallObject =
  | {
      readonly status: 'call';
      readonly name: string;
      readonly arguments: string | undefined;
      readonly argumentsError: string | undefined;
      readonly nativeId: string | undefined;
      readonly degraded: boolean;
    }
  | { readonly status: 'shape'; readonly detail: string; readonly names: readonly string[] };

/**
 * Reads `{"name": …, "arguments": {…}}` from a scanned object (formats-a 1). Arguments are the raw substring, or the once-decoded
 * string; contradictory keys are no call. `null` arguments are not guessed to be empty.
 */
export function readCallObject(text: string, span: JsonSpan, keys: CallKeys = STANDARD_KEYS): CallObject {
  if (span.kind !== 'object') return { status: 'shape', detail: 'a call must be an object', names: [] };
  const names = span.members.filter((member) => keys.name.includes(member.key));
  const name = names[0];
  if (name === undefined || name.value.kind !== 'string') return { status: 'shape', detail: 'no name is given as a string', names: [] };
  const given = names.map((member) => stringAt(text, member.value));
  if (names.length > 1) return { status: 'shape', detail: 'the name is given twice', names: given };
  const values = span.members.filter((member) => keys.arguments.includes(member.key));
  const value = values[0];
  const contradictory = values.some((other) => rawOf(text, other.value) !== (value === undefined ? '' : rawOf(text, value.value)));
  if (contradictory || new Set(values.map((member) => member.key)).size < values.length)
    return { status: 'shape', detail: 'the arguments are given twice', names: given };
  const other = value === undefined ? span.members.find((member) => !isKnownKey(member.key, keys)) : undefined;
  if (other !== undefined)
    return {
      status: 'shape',
      detail: `the arguments are missing, and ${JSON.stringify(other.key)} is no listed key for them`,
      names: given,
    };
  const id = keys.id.map((key) => memberOf(span, key)?.value).find((found) => found?.kind === 'string');
  return {
    status: 'call',
    name: given[0] ?? '',
    ...readArguments(text, value?.value),
    nativeId: id === undefined ? undefined : stringAt(text, id),
    degraded: value === undefined,
  };
}

/** Keys that a call object may have besides its arguments; with any other, `{}` would lose what was written under it. */
const isKnownKey = (key: string, keys: CallKeys): boolean => key === 'type' || keys.name.includes(key) || keys.id.includes(key);

/** Argument text from an object, or from a string that holds one, decoded once. */
export function readArguments(
  text: string,
  span: JsonSpan | undefined,
): { arguments: string | undefined; argumentsError: string | undefined } {
  if (span === undefined) return { arguments: '{}', argumentsError: undefined };
  if (span.kind === 'object') return { arguments: rawOf(text, span), argumentsError: undefined };
  if (span.kind !== 'string')
    return { arguments: undefined, argumentsError: `the arguments are ${span.kind === 'array' ? 'an array' : 'no object'}` };
  const inner = stringAt(text, span).trim();
  if (inner.startsWith('{') && isWholeJson(inner)) return { arguments: inner, argumentsError: undefined };
  return { arguments: undefined, argumentsError: 'the arguments are a string that holds no JSON object' };
}

/** Why this text is no argument object, or undefined: not one JSON object, or a key in it is given twice (contract 2.3 check 8). */
export function argumentsProblem(raw: string): string | undefined {
  const parsed = parseWithSpans(raw);
  if (!parsed.ok) return 'the arguments are not valid JSON';
  if (!isJsonObject(parsed.value.value)) return 'the arguments are no JSON object';
  const twice = parsed.value.duplicates[0];
  return twice === undefined ? undefined : `the key ${JSON.stringify(twice.at(-1))} is given twice`;
}

/** Names that a cut or broken body already shows (`"name": "…"` at any depth, bounded look): for contract 2.3 check 7. */
export function namesSeen(text: string, start: number, end: number, keys: CallKeys = STANDARD_KEYS): readonly string[] {
  const names: string[] = [];
  const head = text.slice(start, Math.min(end, start + NAME_LOOK));
  for (const key of keys.name) {
    const quoted = `"${key}"`;
    for (let at = head.indexOf(quoted); at >= 0 && names.length < MOST_NAMES; at = head.indexOf(quoted, at + quoted.length)) {
      const value = NAME_VALUE.exec(head.slice(at + quoted.length, at + quoted.length + 140));
      if (value?.[1] !== undefined) names.push(value[1]);
    }
  }
  return names;
}

const NAME_LOOK = 4096;
const MOST_NAMES = 16;
const NAME_VALUE = /^\s{0,8}:\s{0,8}"([^"\\]{1,120})"/;

export const stringAt = (text: string, span: JsonSpan): string => {
  const value = JSON.parse(rawOf(text, span)) as Json;
  return typeof value === 'string' ? value : '';
};
