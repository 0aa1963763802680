import type { GatewayError } from '../core/dialect/dialect.ts';

/** A guide that waits for the first result of a call (contract 2.3 check 3, "Held", 2.5). */
export interface PendingGuide {
  readonly callId: string;
  readonly text: string;
  readonly pattern: string;
}

/** Guides of one thread: attached by the response side, read by the request side each time the result is resent. */
export interface PendingGuides {
  attach(guide: PendingGuide): void;
  of(callId: string): PendingGuide | undefined;
}

/** How a turn came out, as far as its retries are concerned. */
export type TurnResult = 'ok' | 'failed' | 'cut' | 'loop';

/** Where one request belongs (wire 3.8). */
export interface TurnPlace {
  readonly session: string;
  /** The session's id will be the same after a restart: the agent names the session. */
  readonly lasting: boolean;
  readonly thread: string;
  /** The session's main thread, no sub-agent's: the operator's words are for it (wire 3.8). */
  readonly main: boolean;
  readonly turn: string;
  /** Neither advertises tools nor continues a request that did. */
  readonly side: boolean;
  /** The turn that this request repeats byte for byte; equal to `turn`. */
  readonly retryOf: string | undefined;
  /** The same request was cut before (wire 3.5). */
  readonly cutBefore: boolean;
  /** How often the same request failed before. */
  readonly refusals: number;
  /** How the same request ended when its circuit was open: it ends so again without asking the upstream. */
  readonly ending: GatewayError | undefined;
  /** Hash of the whole history of this request. */
  readonly historyHash: string;
  readonly guides: PendingGuides;
  /** A call of the reply reached the agent: its id will stand in the next request of this thread. `written`: its arguments as they left. */
  delivered(callId: string, written?: string): void;
  /** The reply's own id ('' where it has none): the next request may name it in place of the history (contract 2.2). */
  replied(id: string): void;
  /** The exchange is over. Called once. */
  ended(result: TurnResult, error?: GatewayError | undefined): void;
}
