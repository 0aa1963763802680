import { skipBlanks } from '../text/json-scanner.ts';
import type { FormatContext } from './leak-format.ts';

/** Where a closer ends; `more`: the text ends before it could be told; `no`: something else stands here. */
export type CloserAt = { readonly found: number } | 'more' | 'no';

/**
 * Looks for one of `closers` at `at`, blanks allowed before it. A stop sequence equal to the closer, when hit, counts as it
 * (contract 2.3 check 4): the server swallowed it.
 */
export function closerAt(text: string, at: number, closers: readonly string[], context: FormatContext): CloserAt {
  const from = skipBlanks(text, at);
  for (const closer of closers) if (text.startsWith(closer, from)) return { found: from + closer.length };
  if (from === text.length && !context.open && context.stopSequence !== undefined && closers.includes(context.stopSequence))
    return { found: from };
  const rest = text.length - from;
  return closers.some((closer) => rest < closer.length && closer.startsWith(text.slice(from))) ? 'more' : 'no';
}

/** The end of the first of `closers` at or behind `at`; undefined where none stands. */
export function nextCloser(text: string, at: number, closers: readonly string[]): number | undefined {
  let best: number | undefined;
  for (const closer of closers) {
    const place = text.indexOf(closer, at);
    if (place >= 0 && (best === undefined || place + closer.length < best)) best = place + closer.length;
  }
  return best;
}
