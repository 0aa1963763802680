import type { FormatContext, LeakFormat, ParsedEnvelope } from './leak-format.ts';

/** What is known of a place where a marker stood: still growing, no envelope after all, or an envelope that later text can't change. */
type WatchState =
  | { readonly type: 'growing' }
  | { readonly type: 'gone'; readonly looked: number }
  | { readonly type: 'settled'; readonly format: LeakFormat; readonly envelope: ParsedEnvelope };

/**
 * Follows one candidate as its text grows. It looks at fixed lengths counted from the candidate's start, never at the ends of chunks, so that
 * every way of cutting the reply leads to the same decisions; lengths grow geometrically, so that the work is linear.
 */
export interface CandidateWatch {
  readonly start: number;
  /** The one whose marker stood there. */
  readonly first: LeakFormat | undefined;
  /** The length of that marker, where a private format owns it. */
  readonly opener: number | undefined;
  /** `window` is the reply's text from `start` on, as far as it is known. */
  advance(window: string): WatchState;
  /** At the reply's end: the last reading. Undefined: no envelope. */
  finish(window: string, context: FormatContext): { readonly format: LeakFormat; readonly envelope: ParsedEnvelope } | undefined;
}

/** How far behind an envelope's end the text must go on before that end counts as final. */
const SETTLED_AFTER = 64;
/** Formats answer `viable` from the head: behind it the question is not asked again. */
const HEAD = 1024;
const FIRST_PARSE = 64;

export function createCandidateWatch(
  start: number,
  formats: readonly LeakFormat[],
  openerLength: number,
  context: FormatContext,
): CandidateWatch {
  let left = formats;
  let next = openerLength;
  let nextParse = FIRST_PARSE;

  const lookAt = (length: number, window: string): WatchState => {
    const text = window.slice(0, length);
    if (length <= HEAD) left = left.filter((format) => format.viable(text, 0, context));
    if (left.length === 0) return { type: 'gone', looked: length };
    if (length >= nextParse) {
      const read = firstReading(left, text, context);
      if (read === undefined) return { type: 'gone', looked: length };
      left = left.slice(read.index);
      const { status, end } = read.envelope;
      if (status !== 'incomplete' && length - end >= SETTLED_AFTER)
        return { type: 'settled', format: read.format, envelope: read.envelope };
      nextParse = status === 'complete' ? Math.max(end + SETTLED_AFTER, length + 1) : length * 2;
    }
    const step = length + Math.max(1, length >> 3);
    next = length > HEAD ? nextParse : Math.min(step, nextParse);
    return { type: 'growing' };
  };

  return {
    start,
    first: formats[0],
    opener: formats.some((format) => format.class === 'private') ? openerLength : undefined,
    advance: (window) => {
      while (next <= window.length) {
        const state = lookAt(next, window);
        if (state.type !== 'growing') return state;
      }
      return { type: 'growing' };
    },
    finish: (window, closing) => {
      left = left.filter((format) => format.viable(window.slice(0, HEAD), 0, closing));
      return firstReading(left, window, closing);
    },
  };
}

/** The first format that recognises the text; earlier ones that don't are out. A complete reading beats one that is not. */
function firstReading(formats: readonly LeakFormat[], text: string, context: FormatContext) {
  let best: { readonly index: number; readonly format: LeakFormat; readonly envelope: ParsedEnvelope } | undefined;
  for (const [index, format] of formats.entries()) {
    const envelope = format.parse(text, 0, context);
    if (envelope === undefined) continue;
    if (envelope.status === 'complete') return best === undefined ? { index, format, envelope } : { index: best.index, format, envelope };
    best ??= { index, format, envelope };
  }
  return best;
}
