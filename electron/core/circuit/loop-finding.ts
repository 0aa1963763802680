import { stableHashOf } from '../turn/stable-hash.ts';
import type { LoopLimits } from './loop-limits.ts';
import type { Round } from './round.ts';

export type LoopKind =
  | 'identical_call_identical_result'
  | 'identical_call_volatile_result'
  | 'poll_unchanged'
  | 'cycle'
  | 'same_result_varied_args'
  | 'same_error_varied_args'
  | 'text_monologue'
  | 'empty_replies';

/** A history that goes round in a circle, as far as it has got. */
export interface LoopFinding {
  readonly kind: LoopKind;
  /** Repetitions so far; cycles count whole. */
  readonly count: number;
  /** `open`: the circuit is open. */
  readonly stage: 'guide' | 'open';
  readonly limits: LoopLimits;
  readonly tool: string;
  /** The same for every repetition of this loop. */
  readonly fingerprint: string;
  /** Keys of calls that would be the next repetition; the response side does not let them through once `barred`. */
  readonly next: readonly string[];
  /** One more repetition reaches `openAt`. */
  readonly barred: boolean;
  /** Repeated calls and results, side by side, the oldest first. */
  readonly evidence: readonly string[];
}

/** What a signal has counted. */
export interface Counted {
  readonly kind: LoopKind;
  readonly count: number;
  readonly limits: LoopLimits;
  readonly rounds: readonly Round[];
  readonly identity: readonly string[];
  readonly next: readonly string[];
}

/** Rounds shown as evidence. */
const SHOWN = 12;

export function findingOf({ kind, count, limits, rounds, identity, next }: Counted): LoopFinding | undefined {
  if (count < limits.guideAt) return undefined;
  return {
    kind,
    count,
    limits,
    stage: count >= limits.openAt ? 'open' : 'guide',
    tool: rounds[rounds.length - 1]?.calls[0]?.name ?? '',
    fingerprint: stableHashOf([kind === 'cycle' ? 'cycle' : 'repeat', ...identity]).slice(0, 16),
    next,
    barred: next.length > 0 && count + 1 >= limits.openAt,
    evidence: rounds.slice(-SHOWN).map(shownRound),
  };
}

const shownRound = (round: Round): string =>
  round.calls
    .slice(0, 4)
    .map((call) => `${call.name} ${call.shown.call} → ${call.shown.result}`)
    .join('\n');
