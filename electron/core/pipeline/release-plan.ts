import type { Span } from '../../../shared/approval.ts';
import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { NewCall } from '../turn/turn.ts';

/** How withheld frames leave, once a reply is decided. What is not named leaves as it came. */
export interface ReleasePlan {
  /** Per choice the parts of its text that leave; absent: all of it. */
  readonly keep: ReadonlyMap<number, readonly Span[]>;
  /** Native calls that do not leave. */
  readonly drop: ReadonlySet<string>;
  /** Calls written in the place of a native one (its key is also in `drop`). */
  readonly replace: ReadonlyMap<string, readonly NewCall[]>;
  /** Recovered calls per choice: written behind its text, before its finish. */
  readonly insert: ReadonlyMap<number, readonly NewCall[]>;
  /** Corrected finish reasons per choice (contract 2.4). */
  readonly finish: ReadonlyMap<number, FinishReason>;
}

export const asItCame: ReleasePlan = { keep: new Map(), drop: new Set(), replace: new Map(), insert: new Map(), finish: new Map() };

/** A plan that changes some of the parts. */
export const planWith = (parts: Partial<ReleasePlan>): ReleasePlan => ({ ...asItCame, ...parts });
