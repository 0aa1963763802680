import type { EntryBody } from '../../../shared/journal-entry.ts';
import type { Dialect, Outcome, Verdict } from '../../../shared/vocabulary.ts';

type Headers = readonly (readonly [string, string])[];

/** One answer of an upstream as it came. `chunks` in the order of the network writes, bytes exactly as sent. */
export interface RecordedReply {
  /** 0: no response came. */
  readonly status: number;
  readonly headers: Headers;
  readonly chunks: readonly Uint8Array[];
  /** `open`: the upstream kept the socket open and said nothing more. */
  readonly eof: 'clean' | 'reset' | 'open';
}

/** What somebody decided about one held call, in the order of the holds. */
export interface RecordedHold {
  readonly name: string;
  readonly verdict: Verdict | 'expired' | 'withdrawn';
  readonly reading?: number | undefined;
  readonly arguments?: string | undefined;
  readonly reason?: string | undefined;
}

/** What became of an exchange, as its client saw it: the answer of `check` and what a replay compares (interfaces 4.6). */
export interface ExchangeVerdict {
  readonly outcome: Outcome;
  /** Reason code of admission, or '' where none was given. */
  readonly reason: string;
  readonly calls: readonly { readonly name: string; readonly arguments: string; readonly id: string }[];
  readonly text: string;
  /** The dialect's own finish word; '' where the client got none. */
  readonly finish: string;
}

/** One exchange that can be played again without a network. */
export interface RecordedExchange {
  readonly id: string;
  readonly dialect: Dialect;
  /** The agent's body as text: numbers and escapes as they were. */
  readonly request: string;
  readonly requestHeaders: Headers;
  readonly upstream: RecordedReply;
  /** Answers to re-asks, in order. */
  readonly further: readonly RecordedReply[];
  /** Name of the upstream in the settings; '' where it was not recorded. */
  readonly upstreamName: string;
  /** Exchanges with the same session share what is remembered from turn to turn; '' stands alone. */
  readonly session: string;
  readonly thread: string;
  readonly turn: string;
  /** Epoch milliseconds; 0 where it was not recorded. */
  readonly at: number;
  readonly holds: readonly RecordedHold[];
  /** Words of the operator that went in with this request. */
  readonly steers: readonly string[];
  /** What became of it when it was recorded. */
  readonly verdict: ExchangeVerdict | undefined;
  /** A secret was blanked in what the upstream or the agent said. */
  readonly blanked: boolean;
  /** The checks that failed, formats and rules that spoke: `check:prose`, `format:hermes-json`, `rule:wrap-run-code`. */
  readonly marks: readonly string[];
}

/** The answer of `check` for one exchange. */
export interface PlayedExchange extends ExchangeVerdict {
  readonly id: string;
  readonly entries: readonly EntryBody[];
  /** The error that the client got, where it got one. */
  readonly error?: { readonly code: string; readonly message: string; readonly status: number } | undefined;
  /** Where the model would be asked again and no further reply is recorded: what it would be told. Nothing after it is known. */
  readonly reask?: { readonly cause: string; readonly guidance: string } | undefined;
  /** The request would go out changed. */
  readonly forwarded: boolean;
}
