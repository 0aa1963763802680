import type { Span } from '../../../shared/approval.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';

/**
 * The text that leaves when some calls of a held reply are delivered: envelopes go, but one whose calls the operator all passed as
 * text stays.
 */
export function withoutSpans(verdict: LeakVerdict & { readonly type: 'hold' }, asText: readonly number[], length: number): readonly Span[] {
  if (asText.length === 0) return verdict.keep;
  const texts = new Set(asText.map((index) => verdict.calls[index]));
  const kept = verdict.candidates
    .filter((candidate) => candidate.calls.length > 0 && candidate.calls.every((call) => texts.has(call)))
    .map((candidate) => candidate.span);
  return [...verdict.keep, ...kept].sort((a, b) => a.start - b.start).filter((span) => span.start < length);
}
