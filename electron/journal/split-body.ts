import type { Buffer } from 'node:buffer';
import { endOfString } from './json-strings.ts';

/** Stands for a part in a text. A raw NUL cannot occur in valid JSON. */
export const hole = '\0';

/** A text whose large parts were taken out, in order: one `hole` for each. */
export interface SplitText {
  readonly shell: string;
  readonly parts: readonly string[];
}

const minPart = 128;
const minLargeString = 2048;

/** Where a part stands in a body, in bytes. */
export interface BodyPart {
  readonly start: number;
  readonly end: number;
  /** It is an element of a top-level list. */
  readonly inList: boolean;
  /** The text between the part before it and itself. */
  readonly gap: string;
}

type Span = Pick<BodyPart, 'start' | 'end' | 'inList'>;

/**
 * Finds the values that repeat from turn to turn: the elements of top-level arrays (`messages`, `input`, `system`) and other long
 * top-level values; a tool list is one part. `known` are the parts of an earlier body that this one shares byte for byte: reading goes on
 * behind the last of them. Undefined when the body is no JSON object.
 */
export function partsOf(body: Buffer, known: readonly BodyPart[] = []): readonly BodyPart[] | undefined {
  const last = known[known.length - 1];
  const from = last?.end ?? 0;
  // One character a byte: what gives JSON its structure is ASCII.
  const spans = spansOf(body.toString('latin1', from), last);
  if (spans === undefined) return undefined;
  const parts = [...known];
  let at = from;
  for (const { start, end, inList } of spans) {
    parts.push({ start: from + start, end: from + end, inList, gap: body.toString('utf8', at, from + start) });
    at = from + end;
  }
  return parts;
}

/** The text around the parts, with a hole for each. */
export function shellOf(body: Buffer, parts: readonly BodyPart[]): string {
  const gaps = parts.map(({ gap }) => gap);
  return [...gaps, body.toString('utf8', parts[parts.length - 1]?.end)].join(hole);
}

function spansOf(body: string, last: BodyPart | undefined): readonly Span[] | undefined {
  if (body.includes(hole)) return undefined;
  const spans: Span[] = [];
  let at: number | undefined;
  if (last === undefined) {
    const start = skipSpace(body, 0);
    if (body[start] !== '{') return undefined;
    at = skipSpace(body, start + 1);
  } else {
    at = last.inList ? restOfList(body, afterValue(body, 0), spans) : 0;
    if (at !== undefined) at = afterValue(body, at);
  }
  while (at !== undefined && at < body.length && body[at] !== '}') at = readMember(body, at, spans);
  return at === undefined || at >= body.length ? undefined : spans;
}

/** Reads a top-level member; answers where the next one begins. */
function readMember(body: string, at: number, spans: Span[]): number | undefined {
  if (body[at] !== '"') return undefined;
  const keyEnd = endOfString(body, at + 1);
  const key = body.slice(at + 1, keyEnd);
  const colon = skipSpace(body, keyEnd + 1);
  if (body[colon] !== ':') return undefined;
  const from = skipSpace(body, colon + 1);
  const isList = body[from] === '[' && key !== 'tools' && key !== 'functions';
  const end = isList ? restOfList(body, skipSpace(body, from + 1), spans) : endOfValue(body, from);
  if (end === undefined || end === from) return undefined;
  if (!isList && end - from >= minPart) spans.push({ start: from, end, inList: false });
  return afterValue(body, end);
}

/** Raw text is kept, so that joining gives the same text. */
function takeOut(text: string, spans: readonly { readonly start: number; readonly end: number }[]): SplitText {
  const shell: string[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    shell.push(text.slice(at, start));
    at = end;
  }
  shell.push(text.slice(at));
  return { shell: shell.join(hole), parts: spans.map(({ start, end }) => text.slice(start, end)) };
}

/** Takes long strings (images, files) out of a part: a message whose cache mark moved does not store them again. */
export function splitPart(part: string): SplitText {
  const spans: { start: number; end: number }[] = [];
  if (part.length >= minLargeString) {
    for (let quote = part.indexOf('"'); quote >= 0; ) {
      const end = endOfString(part, quote + 1);
      if (end - quote - 1 >= minLargeString) spans.push({ start: quote + 1, end });
      quote = part.indexOf('"', end + 1);
    }
  }
  return takeOut(part, spans);
}

/** Puts the parts back. */
export function joinText(shell: string, part: (index: number) => string): string {
  return shell
    .split(hole)
    .map((piece, index) => (index === 0 ? piece : part(index - 1) + piece))
    .join('');
}

/** Reads elements up to the list's end, which it answers; undefined when the list is broken. */
function restOfList(body: string, from: number, spans: Span[]): number | undefined {
  let at = from;
  while (at < body.length && body[at] !== ']') {
    const end = endOfValue(body, at);
    if (end === undefined || end === at) return undefined;
    if (end - at >= 2) spans.push({ start: at, end, inList: true });
    at = afterValue(body, end);
  }
  return at < body.length ? at + 1 : undefined;
}

/** Behind the comma that follows a value, where there is one. */
function afterValue(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text[at] === ',' ? skipSpace(text, at + 1) : at;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break;
    at += 1;
  }
  return at;
}

/** The end of the value that begins at `start`, exclusive; undefined when the text ends before it. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0;
  let at = start;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      at = endOfString(text, at + 1);
      if (at >= text.length) return undefined;
      if (depth === 0) return at + 1;
    } else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && char === ',') return at;
    at += 1;
  }
  return undefined;
}
