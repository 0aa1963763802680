import { type JsonSpan, parseWithSpans, rawOf } from '../../text/json-spans.ts';
import { WIRE_JSON_DEPTH } from '../../text/json-members.ts';

/**
 * True when all texts are one and the same JSON value, whatever their white space and order of members. Numbers are compared as written:
 * two integers above 2^53 that a parser makes equal are not the same.
 */
export function allSameJson(texts: readonly string[]): boolean {
  const [first] = texts;
  if (first === undefined || texts.every((text) => text === first)) return true;
  const wanted = canonical(first);
  return texts.every((text) => text === first || canonical(text) === wanted);
}

function canonical(text: string): string {
  const parsed = parseWithSpans(text, 0, { maxDepth: WIRE_JSON_DEPTH });
  return parsed.ok && parsed.value.duplicates.length === 0 ? write(text, parsed.value.root, 0) : text;
}

/** Deeper than any real call: such texts are compared as written. */
const DEEPEST = 200;

function write(text: string, span: JsonSpan, depth: number): string {
  if (depth > DEEPEST) return rawOf(text, span);
  switch (span.kind) {
    case 'object': {
      const members = span.members.toSorted((x, y) => (x.key < y.key ? -1 : 1));
      return `{${members.map(({ key, value }) => `${JSON.stringify(key)}:${write(text, value, depth + 1)}`).join(',')}}`;
    }
    case 'array':
      return `[${span.items.map((item) => write(text, item, depth + 1)).join(',')}]`;
    case 'string':
      return JSON.stringify(JSON.parse(rawOf(text, span)));
    case 'number':
    case 'literal':
      return rawOf(text, span);
  }
}
