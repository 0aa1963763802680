import { skipBlanks } from '../text/json-scanner.ts';
import { leafEnd, stringEnd } from '../text/json-leaf.ts';

/** Gemma's argument object `{key:value,…}` as JSON text, or why not. */
export type GemmaObject =
  | { readonly status: 'whole'; readonly end: number; readonly json: string }
  | { readonly status: 'cut' }
  | { readonly status: 'broken'; readonly at: number; readonly detail: string };

const DEEPEST = 64;
const KEY = /[^\s:,{}[\]"'<>]{1,200}/y;

/**
 * Reads `{key:value,…}` where strings stand between `mark`s without any escapes (formats-a 3.17): everything between two marks is text, never a
 * number. JSON strings are legal too and keep JSON escapes; bare scalars are JSON's.
 */
export function readGemmaObject(text: string, start: number, mark: string): GemmaObject {
  const out: string[] = [];
  const end = readValue(text, start, mark, out, 0);
  return typeof end === 'number' ? { status: 'whole', end, json: out.join('') } : end;
}

type Stop = Exclude<GemmaObject, { status: 'whole' }>;
const CUT: Stop = { status: 'cut' };
const broken = (at: number, detail: string): Stop => ({ status: 'broken', at, detail });

function readValue(text: string, at: number, mark: string, out: string[], depth: number): number | Stop {
  if (depth > DEEPEST) return broken(at, 'nested too deeply');
  const unit = text[at];
  if (unit === undefined) return CUT;
  if (text.startsWith(mark, at)) {
    const close = text.indexOf(mark, at + mark.length);
    if (close < 0) return CUT;
    out.push(JSON.stringify(text.slice(at + mark.length, close)));
    return close + mark.length;
  }
  if (mark.startsWith(text.slice(at, at + mark.length))) return CUT;
  if (unit === '{') return readObject(text, at, mark, out, depth);
  if (unit === '[') return readList(text, at, mark, out, depth);
  const end = unit === '"' ? stringEnd(text, at) : leafEnd(text, at, unit.charCodeAt(0));
  if (end === 0) return CUT;
  if (end < 0) return broken(at, 'a value is no listed literal');
  if (end >= text.length) return CUT;
  out.push(text.slice(at, end));
  return end;
}

function readObject(text: string, start: number, mark: string, out: string[], depth: number): number | Stop {
  out.push('{');
  let at = skipBlanks(text, start + 1);
  for (let first = true; text[at] !== '}'; first = false) {
    if (!first) {
      if (at >= text.length) return CUT;
      if (text[at] !== ',') return broken(at, "expected ',' or '}'");
      at = skipBlanks(text, at + 1);
      out.push(',');
    }
    const colon = readKey(text, at, mark, out);
    if (typeof colon !== 'number') return colon;
    const end = readValue(text, skipBlanks(text, colon), mark, out, depth + 1);
    if (typeof end !== 'number') return end;
    at = skipBlanks(text, end);
  }
  out.push('}');
  return at + 1;
}

function readKey(text: string, at: number, mark: string, out: string[]): number | Stop {
  const from = out.length;
  let end: number | Stop;
  if (text[at] === '"' || text.startsWith(mark, at)) end = readValue(text, at, mark, out, 0);
  else {
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[0];
    if (key === undefined)
      return at >= text.length || mark.startsWith(text.slice(at, at + mark.length)) ? CUT : broken(at, 'expected a key');
    out.push(JSON.stringify(key));
    end = at + key.length;
  }
  if (typeof end !== 'number') return end;
  if (out.length !== from + 1) return broken(at, 'a key must be a string');
  const colon = skipBlanks(text, end);
  if (colon >= text.length) return CUT;
  if (text[colon] !== ':') return broken(colon, "expected ':'");
  out.push(':');
  return colon + 1;
}

function readList(text: string, start: number, mark: string, out: string[], depth: number): number | Stop {
  out.push('[');
  let at = skipBlanks(text, start + 1);
  for (let first = true; text[at] !== ']'; first = false) {
    if (!first) {
      if (at >= text.length) return CUT;
      if (text[at] !== ',') return broken(at, "expected ',' or ']'");
      at = skipBlanks(text, at + 1);
      out.push(',');
    }
    const end = readValue(text, at, mark, out, depth + 1);
    if (typeof end !== 'number') return end;
    at = skipBlanks(text, end);
  }
  out.push(']');
  return at + 1;
}
