import type { Fix } from '../../../../shared/approval.ts';
import { isJsonObject, type Json } from '../../../../shared/json.ts';
import { skipBlanks } from '../../text/json-scanner.ts';
import { isDebris } from './call-closers.ts';
import { fixOf } from './fix.ts';
import { readValues } from './json-values.ts';
import { readLooseObject } from './loose-json.ts';
import { mendStrings } from './mend-strings.ts';
import { allSameJson } from './same-json.ts';
import { stripFence, stripInvisible } from './strip-wrapping.ts';

/** What the argument text of a native call holds (contract 2.5.1–2.5.3). Every change is listed. */
export type ReadArguments =
  | {
      readonly type: 'object';
      /** Strict JSON; the given text itself when there are no fixes. */
      readonly text: string;
      readonly fixes: readonly Fix[];
      /** Loose JSON was written strictly: the change counts as healing. */
      readonly loose: boolean;
      /** Why it could have been read otherwise: only a person may allow it. */
      readonly doubt: string | undefined;
    }
  /** Several different objects in one call, raw texts in order. */
  | { readonly type: 'several'; readonly objects: readonly string[] }
  /** Blank, `""`, `null`, `[]`: no arguments at all. `fixes` leads to `{}`. */
  | { readonly type: 'nothing'; readonly fixes: readonly Fix[] }
  /** The text ends inside a value: it never runs. */
  | { readonly type: 'unterminated' }
  /** JSON, but no object. */
  | { readonly type: 'scalar'; readonly kind: 'string' | 'number' | 'boolean' | 'array' }
  | { readonly type: 'unparsable' };

/** Reads the text. With `repair` false (`repair.arguments`) only what is strict JSON counts. */
export function readArguments(text: string, repair: boolean): ReadArguments {
  if (!repair) return strictly(text) ?? cutOr(text, { type: 'unparsable' });
  return settle(text, [], MOST_LAYERS);
}

/** A fence in quotes in a fence: nobody writes more layers by mistake. */
const MOST_LAYERS = 6;

function settle(text: string, fixes: readonly Fix[], layers: number): ReadArguments {
  const strict = strictly(text);
  if (strict !== undefined) return withFixes(unwrapped(strict, text, fixes, layers), fixes);
  if (layers === 0) return { type: 'unparsable' };
  const plain = stripInvisible(text);
  if (plain !== undefined) return settle(plain.text, [...fixes, plain.fix], layers - 1);
  const fence = stripFence(text);
  if (fence !== undefined) {
    const inner = settle(fence.text, [...fixes, fence.fix], layers - 1);
    return fence.closed || inner.type === 'unterminated' ? inner : { type: 'unparsable' };
  }
  return severalValues(text, fixes, layers) ?? looseObject(text, fixes) ?? { type: 'unparsable' };
}

/** What strict JSON holds; undefined for any other text. */
function strictly(text: string): ReadArguments | undefined {
  if (skipBlanks(text, 0) === text.length) return { type: 'nothing', fixes: [fixOf('empty-arguments', '', text, '{}')] };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (isJsonObject(value)) return { type: 'object', text, fixes: [], loose: false, doubt: undefined };
  if (value === null) return { type: 'nothing', fixes: [fixOf('empty-arguments', '', text, '{}')] };
  if (Array.isArray(value)) return arrayOf(value, text);
  return { type: 'scalar', kind: typeof value as 'string' | 'number' | 'boolean' };
}

function arrayOf(value: readonly Json[], text: string): ReadArguments {
  if (value.length === 0) return { type: 'nothing', fixes: [fixOf('empty-arguments', '', text, '{}')] };
  if (value.length < 2 || !value.every(isJsonObject)) return { type: 'scalar', kind: 'array' };
  const inner = text.slice(text.indexOf('[') + 1, text.lastIndexOf(']'));
  return { type: 'several', objects: readValues(inner).values };
}

/** A string that holds the object: exactly one level of encoding is taken off (double-encoded). */
function unwrapped(strict: ReadArguments, text: string, fixes: readonly Fix[], layers: number): ReadArguments {
  if (strict.type !== 'scalar' || strict.kind !== 'string') return strict;
  const inner = JSON.parse(text) as string;
  if (inner.trim() === '') return { type: 'nothing', fixes: [fixOf('empty-arguments', '', text, '{}')] };
  if (layers === 0 || !/^\s*[{`]/.test(inner) || fixes.some((fix) => fix.rule === DOUBLE)) return strict;
  const read = settle(inner, [fixOf(DOUBLE, '', text, inner)], layers - 1);
  return read.type === 'object' ? read : strict;
}

const DOUBLE = 'double-encoded';

/** Values one behind the other, with debris behind them. Strings are mended first where that is needed. */
function severalValues(text: string, fixes: readonly Fix[], layers: number): ReadArguments | undefined {
  const found = readValues(text);
  if (found.tail === 'cut') return { type: 'unterminated' };
  if (found.values.length === 0 || !isDebris(text, found.end)) {
    const mended = mendStrings(text);
    if (mended === undefined) return undefined;
    const read = settle(mended.text, [...fixes, ...mended.fixes], layers - 1);
    // Strings of loose JSON are not where double quotes seem to say: its own reader judges them.
    return read.type === 'unparsable' || (read.type === 'object' && read.loose) ? undefined : read;
  }
  return oneOf(text, found.values, found.end, fixes, layers);
}

function oneOf(text: string, values: readonly string[], end: number, fixes: readonly Fix[], layers: number): ReadArguments {
  const [first, second] = values;
  if (first === undefined) return { type: 'unparsable' };
  if (second === undefined) return settle(first, [...fixes, fixOf('debris-behind', '', text.slice(end), '')], layers - 1);
  const debris = isBlank(text.slice(end)) ? [] : [fixOf('debris-behind', '', text.slice(end), '')];
  if (allSameJson(values)) return settle(first, [...fixes, fixOf('repeated-object', '', text, first), ...debris], layers - 1);
  if (values.length === 2 && /^(?:null|\{\s*\})$/.test(first) && second.startsWith('{'))
    return settle(second, [...fixes, fixOf('empty-before-object', '', first, ''), ...debris], layers - 1);
  return values.every((value) => value.startsWith('{')) ? { type: 'several', objects: values } : { type: 'unparsable' };
}

function looseObject(text: string, fixes: readonly Fix[]): ReadArguments | undefined {
  if (/^\s*None\s*$/.test(text)) return { type: 'nothing', fixes: [...fixes, fixOf('empty-arguments', '', text, '{}')] };
  const loose = readLooseObject(text, 0);
  if (loose.status === 'incomplete') return { type: 'unterminated' };
  if (loose.status === 'invalid' || strictly(loose.text)?.type !== 'object') return undefined;
  if (!isDebris(text, loose.end)) return undefined;
  const debris = isBlank(text.slice(loose.end)) ? [] : [fixOf('debris-behind', '', text.slice(loose.end), '')];
  return { type: 'object', text: loose.text, fixes: [...fixes, ...loose.fixes, ...debris], loose: true, doubt: loose.doubt };
}

/** Without repair: a text that was cut off is still told from one that went wrong. */
const cutOr = (text: string, other: ReadArguments): ReadArguments => (readValues(text).tail === 'cut' ? { type: 'unterminated' } : other);

const isBlank = (text: string): boolean => skipBlanks(text, 0) === text.length;

function withFixes(read: ReadArguments, fixes: readonly Fix[]): ReadArguments {
  return (read.type === 'object' || read.type === 'nothing') && fixes.length > 0 ? { ...read, fixes: [...fixes, ...read.fixes] } : read;
}
