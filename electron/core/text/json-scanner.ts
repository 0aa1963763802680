import { isDigit, leafEnd, MINUS, QUOTE, stringEnd } from './json-leaf.ts';

/** Where one JSON value begins and ends in a text. Offsets are UTF-16 units; `end` is exclusive. */
export type JsonScan =
  | { readonly status: 'complete'; readonly start: number; readonly end: number }
  /** The text ends inside the value: more text could still complete it. */
  | { readonly status: 'incomplete' }
  /** No continuation can make it RFC 8259 JSON (or it is deeper than the limit). */
  | { readonly status: 'invalid'; readonly at: number; readonly detail: string };

export interface JsonScanLimits {
  /** Deepest nesting of objects and arrays; default 64. */
  readonly maxDepth?: number | undefined;
}

const DEFAULT_JSON_DEPTH = 64;

export type JsonLeafKind = 'string' | 'number' | 'literal';
export type JsonContainerKind = 'object' | 'array';

/** Told about every part of a value in text order. `key` offsets include the quotes. */
export interface JsonScanSink {
  open(kind: JsonContainerKind, start: number): void;
  key(start: number, end: number): void;
  leaf(kind: JsonLeafKind, start: number, end: number): void;
  close(end: number): void;
}

/**
 * Scans one strict RFC 8259 value from `start` (leading JSON blanks allowed). What stands behind the value is not looked at.
 * A number that ends with the text counts as complete. Linear, iterative, never throws.
 */
export function scanJson(text: string, start = 0, limits?: JsonScanLimits, sink?: JsonScanSink): JsonScan {
  const maxDepth = limits?.maxDepth ?? DEFAULT_JSON_DEPTH;
  const first = skipBlanks(text, start);
  /** One entry per open container: true for an object. */
  const open: boolean[] = [];
  let expect: Expect = 'value';
  let at = first;
  for (;;) {
    at = skipBlanks(text, at);
    if (at >= text.length) return INCOMPLETE;
    const unit = text.charCodeAt(at);
    if (expect === 'colon') {
      if (unit !== COLON) return invalid(at, "expected ':'");
      at += 1;
      expect = 'value';
      continue;
    }
    if (expect === 'separator') {
      const inObject = open[open.length - 1] === true;
      if (unit === COMMA) {
        at += 1;
        expect = inObject ? 'key' : 'value';
        continue;
      }
      if (unit !== (inObject ? BRACE_CLOSE : BRACKET_CLOSE)) return invalid(at, inObject ? "expected ',' or '}'" : "expected ',' or ']'");
    } else if (expect === 'key' || expect === 'key-or-end') {
      if (unit === QUOTE) {
        const end = stringEnd(text, at);
        if (end <= 0) return end === 0 ? INCOMPLETE : invalid(-end - 1, 'not allowed in a string');
        sink?.key(at, end);
        at = end;
        expect = 'colon';
        continue;
      }
      if (expect === 'key' || unit !== BRACE_CLOSE) return invalid(at, 'expected a member name');
    } else if (!(expect === 'value-or-end' && unit === BRACKET_CLOSE)) {
      if (unit === BRACE_OPEN || unit === BRACKET_OPEN) {
        if (open.length >= maxDepth) return invalid(at, `nested deeper than ${maxDepth}`);
        const object = unit === BRACE_OPEN;
        open.push(object);
        sink?.open(object ? 'object' : 'array', at);
        at += 1;
        expect = object ? 'key-or-end' : 'value-or-end';
        continue;
      }
      const end = leafEnd(text, at, unit);
      if (end <= 0) return end === 0 ? INCOMPLETE : invalid(-end - 1, unit === QUOTE ? 'not allowed in a string' : 'expected a JSON value');
      sink?.leaf(leafKind(unit), at, end);
      at = end;
      if (open.length === 0) return { status: 'complete', start: first, end };
      expect = 'separator';
      continue;
    }
    // A closing bracket of the innermost container.
    at += 1;
    open.pop();
    sink?.close(at);
    if (open.length === 0) return { status: 'complete', start: first, end: at };
    expect = 'separator';
  }
}

/** True when the whole text is exactly one JSON value with nothing but JSON blanks around it. */
export function isWholeJson(text: string, limits?: JsonScanLimits): boolean {
  const scan = scanJson(text, 0, limits);
  return scan.status === 'complete' && skipBlanks(text, scan.end) === text.length;
}

/** True when `JSON.parse` would read the text, however deep it is; a byte order mark in front is no part of it. */
export const isJsonText = (text: string): boolean =>
  isWholeJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, { maxDepth: Infinity });

/** The first place at or after `at` that is no JSON blank (space, tab, LF, CR). */
export function skipBlanks(text: string, at: number): number {
  let place = at;
  for (; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) break;
  }
  return place;
}

type Expect = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'separator';

const INCOMPLETE: JsonScan = { status: 'incomplete' };
const invalid = (at: number, detail: string): JsonScan => ({ status: 'invalid', at, detail });

const COMMA = 0x2c;
const COLON = 0x3a;
const BRACKET_OPEN = 0x5b;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
const leafKind = (unit: number): JsonLeafKind => (unit === QUOTE ? 'string' : unit === MINUS || isDigit(unit) ? 'number' : 'literal');
