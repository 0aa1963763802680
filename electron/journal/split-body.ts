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

/**
 * Takes the values apart that repeat from turn to turn: the elements of top-level arrays (`messages`, `input`, `system`) and other
 * long top-level values; a tool list is one part. Raw text is kept, so that joining gives the same bytes. Undefined when the body
 * is no JSON object.
 */
export function splitBody(body: string): SplitText | undefined {
  const start = skipSpace(body, 0);
  if (body[start] !== '{' || body.includes(hole)) return undefined;
  const spans: { start: number; end: number }[] = [];
  let at = skipSpace(body, start + 1);
  while (at < body.length && body[at] !== '}') {
    if (body[at] !== '"') return undefined;
    const keyEnd = endOfString(body, at + 1);
    const key = body.slice(at + 1, keyEnd);
    const colon = skipSpace(body, keyEnd + 1);
    if (body[colon] !== ':') return undefined;
    const from = skipSpace(body, colon + 1);
    const end = endOfValue(body, from);
    if (end === undefined) return undefined;
    if (body[from] === '[' && key !== 'tools' && key !== 'functions') spans.push(...elementsOf(body, from, end));
    else if (end - from >= minPart) spans.push({ start: from, end });
    at = skipSpace(body, end);
    if (body[at] === ',') at = skipSpace(body, at + 1);
  }
  return at >= body.length ? undefined : takeOut(body, spans);
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

function elementsOf(body: string, open: number, end: number): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let at = skipSpace(body, open + 1);
  while (at < end - 1) {
    const close = endOfValue(body, at);
    if (close === undefined) break;
    if (close - at >= 2) spans.push({ start: at, end: close });
    at = skipSpace(body, close);
    if (body[at] === ',') at = skipSpace(body, at + 1);
  }
  return spans;
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
