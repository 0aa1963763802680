import type { Span } from '../../shared/approval.ts';
import { jsonTokens } from './json-tokens.ts';

/**
 * The markup in a leak's excerpt: what is left when the call's own name, names and values are taken out, found in their order. For looking
 * only: nothing is decided by it.
 */
export function markupOf(excerpt: string, name: string, args: string): readonly Span[] {
  const whole = argumentsIn(excerpt, args);
  if (whole !== undefined) {
    const before = markupOf(excerpt.slice(0, whole.start), name, '');
    return whole.end < excerpt.length ? [...before, { start: whole.end, end: excerpt.length }] : before;
  }
  const parts = [
    name,
    ...jsonTokens(args).flatMap((token) => (token.type === 'punctuation' || token.type === 'space' ? [] : [plainText(token.text)])),
  ];
  const marks: Span[] = [];
  let from = 0;
  for (const part of parts) {
    const start = part === '' ? -1 : excerpt.indexOf(part, from);
    if (start === -1) continue;
    if (start > from) marks.push({ start: from, end: start });
    from = start + part.length;
  }
  if (from < excerpt.length) marks.push({ start: from, end: excerpt.length });
  return marks;
}

/** Objects in the excerpt that are looked at for being the arguments. */
const MOST_OBJECTS = 20;

/** Where the arguments stand as one JSON object, white space apart: their own quotes and braces are no markup then. */
function argumentsIn(excerpt: string, args: string): Span | undefined {
  const wanted = jsonTokens(args).filter(({ type }) => type !== 'space');
  if (wanted.length < 3 || wanted[0]?.text !== '{') return undefined;
  let start = excerpt.indexOf('{');
  for (let tries = 0; start !== -1 && tries < MOST_OBJECTS; tries += 1) {
    const end = endOfSame(excerpt, start, wanted);
    if (end !== undefined) return { start, end };
    start = excerpt.indexOf('{', start + 1);
  }
  return undefined;
}

function endOfSame(text: string, start: number, wanted: readonly { readonly text: string }[]): number | undefined {
  let at = start;
  let next = 0;
  for (const token of jsonTokens(text.slice(start))) {
    at += token.text.length;
    if (token.type === 'space') continue;
    if (token.text !== wanted[next]?.text) return undefined;
    next += 1;
    if (next === wanted.length) return at;
  }
  return undefined;
}

function plainText(token: string): string {
  if (!token.startsWith('"')) return token;
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** The same inside spans that hold whole calls: a span too short for that is markup already. */
export const markupWithin = (text: string, spans: readonly Span[], name: string, args: string): readonly Span[] =>
  spans.flatMap((span) =>
    span.end - span.start <= args.length
      ? [span]
      : markupOf(text.slice(span.start, span.end), name, args).map((mark) => ({
          start: mark.start + span.start,
          end: mark.end + span.start,
        })),
  );
