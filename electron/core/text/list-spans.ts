import { skipBlanks } from './json-scanner.ts';

/** Where the elements of a list stand in a JSON text. Offsets are UTF-16 units; `end` is exclusive. */
export interface ListSpans {
  /** Behind the opening bracket. */
  readonly start: number;
  readonly items: readonly { readonly start: number; readonly end: number }[];
}

/** Where one value stands in a JSON text; `end` is exclusive. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the list under a top-level name of an object without reading what is in it: strings are skipped with `indexOf`. The text was
 * parsed before, so it is well formed; of repeated names the last counts, as for `JSON.parse`. Undefined: no such list.
 */
export function listSpans(text: string, key: string): ListSpans | undefined {
  const value = memberSpan(text, key);
  return value !== undefined && text.charCodeAt(value.start) === BRACKET_OPEN ? itemsOf(text, value.start) : undefined;
}

/** The value under a top-level name of an object, found as `listSpans` finds its list. Undefined: no such name. */
export function memberSpan(text: string, key: string): ValueSpan | undefined {
  let found: ValueSpan | undefined;
  let at = skipBlanks(text, 0);
  if (text.charCodeAt(at) !== BRACE_OPEN) return undefined;
  at += 1;
  for (;;) {
    at = skipGap(text, at);
    if (text.charCodeAt(at) !== QUOTE) return found;
    const nameEnd = skipString(text, at);
    const name = JSON.parse(text.slice(at, nameEnd)) as string;
    const start = skipBlanks(text, skipBlanks(text, nameEnd) + 1);
    at = skipValue(text, start);
    if (name === key) found = { start, end: at };
  }
}

function itemsOf(text: string, open: number): ListSpans {
  const items: { start: number; end: number }[] = [];
  let at = open + 1;
  for (;;) {
    at = skipGap(text, at);
    if (at >= text.length || text.charCodeAt(at) === BRACKET_CLOSE) return { start: open + 1, items };
    const end = skipValue(text, at);
    items.push({ start: at, end });
    at = end;
  }
}

/** Index behind the value that begins at `from`. */
function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from);
  if (first === QUOTE) return skipString(text, from);
  if (first !== BRACE_OPEN && first !== BRACKET_OPEN) return skipScalar(text, from);
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = skipString(text, at) - 1;
    else if (unit === BRACE_OPEN || unit === BRACKET_OPEN) depth += 1;
    else if (unit === BRACE_CLOSE || unit === BRACKET_CLOSE) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

/** Index behind the string whose opening quote stands at `from`. */
function skipString(text: string, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

function skipScalar(text: string, from: number): number {
  let at = from;
  while (at < text.length && !',]} \n\r\t'.includes(text.charAt(at))) at += 1;
  return at;
}

function skipGap(text: string, from: number): number {
  let at = skipBlanks(text, from);
  while (text.charCodeAt(at) === COMMA) at = skipBlanks(text, at + 1);
  return at;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BRACKET_OPEN = 0x5b;
const BACKSLASH = 0x5c;
const BRACKET_CLOSE = 0x5d;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;
