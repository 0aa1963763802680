import type { Json } from '../../shared/json.ts';
import { escapePointer } from './structural-check.ts';

/** Where a value stands in the text, by its JSON pointer. */
interface JsonPlace {
  readonly start: number;
  readonly end: number;
}

export type LocatedJson =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly places: ReadonlyMap<string, JsonPlace>;
      readonly inexact: readonly JsonPlace[];
      readonly repeated: readonly string[];
    }
  | { readonly ok: false; readonly at: number; readonly message: string };

const deepest = 200;

/**
 * Strict JSON with the place of every value, and what JSON.parse would lose in silence: repeated keys and numbers that a double does
 * not hold exactly (contract 2.4).
 */
export function locateJson(text: string): LocatedJson {
  const places = new Map<string, JsonPlace>();
  const inexact: JsonPlace[] = [];
  const repeated: string[] = [];
  let at = 0;
  let problem: { at: number; message: string } | undefined;

  const stop = (message: string): undefined => {
    problem ??= { at: Math.min(at, text.length), message };
    return undefined;
  };
  const skip = (): void => {
    while (at < text.length && ' \n\t\r'.includes(text[at] ?? '')) at += 1;
  };
  const string = (): string | undefined => {
    const start = at;
    at += 1;
    while (at < text.length && text[at] !== '"' && text[at] !== '\n') at += text[at] === '\\' ? 2 : 1;
    if (text[at] !== '"') {
      at = start;
      return stop('this string has no closing quote');
    }
    at += 1;
    try {
      return String(JSON.parse(text.slice(start, at)));
    } catch {
      at = start;
      return stop('this string holds a control character or an unknown escape');
    }
  };
  const value = (pointer: string, depth: number): Json | undefined => {
    skip();
    const start = at;
    if (depth > deepest) return stop('nested too deeply');
    const found = inner(pointer, depth);
    if (problem === undefined) places.set(pointer, { start, end: at });
    return found;
  };
  const inner = (pointer: string, depth: number): Json | undefined => {
    const first = text[at];
    if (first === '{') return object(pointer, depth);
    if (first === '[') return array(pointer, depth);
    if (first === '"') return string();
    const word = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/.exec(text.slice(at, at + 400));
    if (word === null)
      return stop(
        first === undefined ? 'a value is missing at the end' : `a value was expected here, not ${JSON.stringify(text.slice(at, at + 8))}`,
      );
    const place = { start: at, end: at + word[0].length };
    at = place.end;
    const parsed = JSON.parse(word[0]) as Json;
    if (typeof parsed === 'number' && Number.isInteger(parsed) && !Number.isSafeInteger(parsed)) inexact.push(place);
    return parsed;
  };
  const object = (pointer: string, depth: number): Json | undefined => {
    const out: { [key: string]: Json } = Object.create(null) as { [key: string]: Json };
    at += 1;
    skip();
    if (text[at] === '}') {
      at += 1;
      return out;
    }
    while (problem === undefined) {
      skip();
      if (text[at] !== '"') return stop('a name in double quotes was expected here');
      const key = string();
      if (key === undefined) return undefined;
      skip();
      if (text[at] !== ':') return stop('a colon is missing behind the name');
      at += 1;
      const inside = `${pointer}/${escapePointer(key)}`;
      if (Object.hasOwn(out, key)) repeated.push(inside);
      const part = value(inside, depth + 1);
      if (part === undefined) return undefined;
      out[key] = part;
      skip();
      if (text[at] === ',') at += 1;
      else if (text[at] === '}') {
        at += 1;
        return out;
      } else return stop('a comma or a closing brace is missing here');
    }
    return undefined;
  };
  const array = (pointer: string, depth: number): Json | undefined => {
    const out: Json[] = [];
    at += 1;
    skip();
    if (text[at] === ']') {
      at += 1;
      return out;
    }
    while (problem === undefined) {
      const part = value(`${pointer}/${out.length}`, depth + 1);
      if (part === undefined) return undefined;
      out.push(part);
      skip();
      if (text[at] === ',') at += 1;
      else if (text[at] === ']') {
        at += 1;
        return out;
      } else return stop('a comma or a closing bracket is missing here');
    }
    return undefined;
  };

  const whole = value('', 0);
  skip();
  if (problem === undefined && at < text.length) stop('nothing may follow the closing brace');
  if (problem !== undefined || whole === undefined) return { ok: false, ...(problem ?? { at: 0, message: 'this is no JSON' }) };
  return { ok: true, value: whole, places, inexact, repeated };
}
