import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import type { ReplyCall } from '../turn/turn.ts';
import type { CallRuling } from './judge-calls.ts';

/** How the reply came to its end, as the lane sees it. `broken` ends never become a clean end (wire 3.5). */
export type ReplyEnd = 'whole' | 'cut' | 'stalled' | 'error';

export interface RuledCall {
  readonly call: ReplyCall;
  readonly ruling: CallRuling;
}

export interface ReplyFacts {
  readonly end: ReplyEnd;
  /** Verdict per choice; more than one only under n > 1. */
  readonly verdicts: ReadonlyMap<number, LeakVerdict>;
  readonly finishes: ReadonlyMap<number, FinishReason | undefined>;
  /** Native function calls that have not been released, in order. */
  readonly calls: readonly RuledCall[];
  /** Calls of this reply are with the client: it is not asked again, and ends as a reply with calls (contract 2.5). */
  readonly left: boolean;
  /** True when no further re-ask is allowed. */
  readonly spent: boolean;
  readonly manyChoices: boolean;
}

/** What the lane does with a reply. */
export type Decision =
  | { readonly type: 'pass' }
  /** Text with recovered calls in place of their markup. */
  | { readonly type: 'recover'; readonly verdicts: ReadonlyMap<number, LeakVerdict & { readonly type: 'recover' }> }
  | { readonly type: 'hold-leak'; readonly choice: number; readonly verdict: LeakVerdict & { readonly type: 'hold' } }
  | { readonly type: 'refuse'; readonly choice: number; readonly verdict: LeakVerdict & { readonly type: 'refuse' } }
  /** Native calls leave as ruled; `strip` where markup stood beside them. */
  | { readonly type: 'calls'; readonly strip: ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }> }
  | { readonly type: 'hold-calls'; readonly strip: ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }> }
  | { readonly type: 'answer-calls' }
  /** A broken end: complete calls leave, the rest is cancelled. */
  | { readonly type: 'salvage' }
  | { readonly type: 'break' };

const runnable = (ruled: RuledCall): boolean => ruled.ruling.type === 'deliver' || ruled.ruling.type === 'replace';

/** Decides one reply. Pure: the same facts give the same decision. */
export function decideReply(facts: ReplyFacts): Decision {
  if (facts.end !== 'whole') return facts.left || facts.calls.some(runnable) ? { type: 'salvage' } : { type: 'break' };
  const strip = pick(facts.verdicts, 'strip');
  if (facts.calls.length > 0) {
    if (facts.calls.some((ruled) => ruled.ruling.type === 'hold') && !facts.manyChoices) return { type: 'hold-calls', strip };
    if (facts.left || facts.calls.some(runnable) || facts.manyChoices) return { type: 'calls', strip };
    return facts.calls.some((ruled) => ruled.ruling.type === 'answer') || !endedByLength(facts)
      ? { type: 'answer-calls' }
      : { type: 'calls', strip };
  }
  const recovered = pick(facts.verdicts, 'recover');
  if (recovered.size > 0) return { type: 'recover', verdicts: recovered };
  if (facts.manyChoices) return strip.size > 0 ? { type: 'calls', strip } : { type: 'pass' };
  for (const [choice, verdict] of facts.verdicts) {
    if (verdict.type === 'hold') return { type: 'hold-leak', choice, verdict };
    if (verdict.type === 'refuse') return { type: 'refuse', choice, verdict };
  }
  return strip.size > 0 ? { type: 'calls', strip } : { type: 'pass' };
}

const endedByLength = (facts: ReplyFacts): boolean =>
  [...facts.finishes.values()].some((finish) => finish !== 'stop' && finish !== 'calls' && finish !== 'missing' && finish !== undefined);

function pick<T extends LeakVerdict['type']>(
  verdicts: ReadonlyMap<number, LeakVerdict>,
  type: T,
): ReadonlyMap<number, LeakVerdict & { readonly type: T }> {
  const found = new Map<number, LeakVerdict & { readonly type: T }>();
  for (const [choice, verdict] of verdicts) if (verdict.type === type) found.set(choice, verdict as LeakVerdict & { readonly type: T });
  return found;
}

/** The corrected finish reason where complete calls leave (contract 2.4): only stop, empty and missing are corrected. */
export const correctedFinish = (finish: FinishReason | undefined): FinishReason | undefined =>
  finish === 'stop' || finish === 'missing' || finish === undefined ? 'calls' : undefined;
