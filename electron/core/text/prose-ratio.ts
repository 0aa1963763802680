import type { Span } from '../../../shared/approval.ts';

/** How much of a reply is prose around its envelopes (contract 2.3 check 11). Lengths in UTF-16 units, outer blanks not counted. */
export interface ProseMeasure {
  /** Prose before the first envelope. */
  readonly before: number;
  /** That prose as a share of the reply; reasoning is neither prose nor reply. */
  readonly share: number;
}

/** Prose of at most this many units is a lead-in, whatever its share. */
export const LEAD_IN = 120;
/** More prose than this before an envelope is talk. */
export const MOST_PROSE_BEFORE = 600;

/** Measures the prose before `first`; `apart` are parts that are no prose (reasoning), in order. */
export function measureProse(text: string, first: number, apart: readonly Span[]): ProseMeasure {
  let before = 0;
  let aside = 0;
  let at = 0;
  for (const span of apart) {
    aside += span.end - span.start;
    if (span.start >= first) continue;
    before += trimmedLength(text.slice(at, span.start));
    at = Math.max(at, span.end);
  }
  before += trimmedLength(text.slice(Math.min(at, first), first));
  const reply = text.length - aside;
  return { before, share: reply <= 0 ? 0 : before / reply };
}

/** Whether the prose before leaves the envelope the main part of the reply. */
export const isLeadIn = (prose: ProseMeasure, ceiling: number): boolean =>
  prose.before <= LEAD_IN || (prose.before <= MOST_PROSE_BEFORE && prose.share <= ceiling);

const trimmedLength = (text: string): number => text.trim().length;
