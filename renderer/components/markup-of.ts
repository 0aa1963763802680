import type { Span } from '../../shared/approval.ts';
import { jsonTokens } from './json-tokens.ts';

/**
 * The markup in a leak's excerpt: what is left when the call's own name, names and values are taken out, found in their order. For looking
 * only: nothing is decided by it.
 */
export function markupOf(excerpt: string, name: string, args: string): readonly Span[] {
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
