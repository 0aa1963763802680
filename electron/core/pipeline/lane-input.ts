import type { Verdict } from '../../../shared/vocabulary.ts';
import type { OutChunk } from '../dialect/dialect.ts';
import type { Sourced, WireFrame } from '../turn/turn-event.ts';
import type { Effect, LaneSummary } from './effect.ts';

/** An operator's (or rule's, or deadline's) decision on one draft. */
export type DraftVerdict =
  | {
      readonly type: 'verdict';
      readonly verdict: Verdict;
      readonly reading: number;
      readonly arguments: string | undefined;
      readonly reason: string | undefined;
    }
  | { readonly type: 'expired' };

/** Who ends a turn: a person, which is final, or the program that stops, after which the agent may ask again. */
export type StoppedBy = 'operator' | 'shutdown';

/** How the upstream's reply ended. */
export type UpstreamEnd = 'clean' | 'reset' | 'stalled';

/**
 * The response side of one exchange: a state machine. Inputs are method calls, outputs are effects. It has no clock and no sockets.
 * The gateway gives every input in the order in which it happened and interprets the effects in order.
 */
export interface ResponseLane {
  /** SSE frames of one network chunk. */
  frames(frames: readonly WireFrame[]): readonly Effect[];
  /** A JSON reply, whole. */
  body(rawBody: string): readonly Effect[];
  upstreamEnd(how: UpstreamEnd): readonly Effect[];
  /** The verdict on one draft of the current hold. */
  settle(key: string, verdict: DraftVerdict): readonly Effect[];
  /** The reply to `ask-again` begins. `failed` when the upstream could not be asked or answered with an HTTP error. */
  beginAgain(reply: { readonly type: 'started' } | { readonly type: 'failed'; readonly detail: string }): readonly Effect[];
  wake(): readonly Effect[];
  /**
   * A keep-alive for the client now: withheld preamble frames first, then a no-op event of the dialect. Empty when the dialect
   * allows none here.
   */
  keepAlive(): readonly OutChunk[];
  clientGone(): readonly Effect[];
  /** The turn is ended from here; `reason` says why in a few words, for the journal. */
  stop(by: StoppedBy, reason: string): readonly Effect[];
  /** True while bytes for the client are withheld (keep-alives are due). */
  readonly holding: boolean;
  /** True once `end`, `fail` or a whole body was given out. */
  readonly finished: boolean;
  summary(): LaneSummary;
  /** All frames seen, for the journal's assembled view. */
  readonly sources: readonly Sourced[];
}
