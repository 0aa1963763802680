import type { CheckResult, Span } from '../../../shared/approval.ts';
import type { AdmissionReason, Switch } from '../../../shared/vocabulary.ts';
import type { TextLog } from '../text/text-log.ts';
import type { AdvertisedTool } from '../turn/turn.ts';

/** Everything that admission looks at besides the text itself (contract 2.2, 2.3). */
export interface ReplyContext {
  readonly tools: readonly AdvertisedTool[];
  readonly singleCall: boolean;
  readonly structuredOutput: boolean;
  /** The reply's separate reasoning channel, whole. */
  readonly reasoning: string;
  /** True when at least one native call (complete or not) is in the same reply. */
  readonly hasNativeCall: boolean;
  readonly endedByLength: boolean;
  /** refusal and content_filter endings: nothing is recovered. */
  readonly barred: boolean;
  readonly stopSequence: string | undefined;
  readonly proseCeiling: number;
  readonly maxHeldBytes: number;
  /** `recovery.mode`, and the effective switch of each format (upstream setting over `recovery.formats`, over its class). */
  readonly mode: Switch;
  readonly formatSwitch: (formatId: string) => Switch | undefined;
  /** n > 1: never held, never re-asked. */
  readonly manyChoices: boolean;
}

/** One call of a candidate, with the exact argument text that would leave. */
export interface CandidateCall {
  readonly name: string;
  readonly arguments: string;
  readonly readings: readonly { readonly name: string; readonly arguments: string }[];
  readonly nativeId: string | undefined;
}

/** Every region that a listed format recognised, whatever came of it. */
export interface Candidate {
  readonly format: string;
  readonly span: Span;
  readonly calls: readonly CandidateCall[];
  readonly checks: readonly CheckResult[];
  readonly reason: AdmissionReason;
}

/**
 * What becomes of the reply. The same text, however it was cut into chunks, gives the same verdict.
 * `keep` are the spans of the text that leave, in order (envelopes and end tokens are not in them).
 */
export type LeakVerdict =
  /** Nothing acts; `reason` is the code for the journal. */
  | { readonly type: 'pass'; readonly reason: AdmissionReason; readonly candidates: readonly Candidate[] }
  | {
      readonly type: 'recover';
      readonly reason: 'ok';
      readonly candidates: readonly Candidate[];
      readonly calls: readonly CandidateCall[];
      readonly keep: readonly Span[];
    }
  /** `onExpiry`: what happens without a verdict (2.3 "Held"): refuse as the row says, re-ask neutrally, or pass as text. */
  | {
      readonly type: 'hold';
      readonly reason: AdmissionReason;
      readonly candidates: readonly Candidate[];
      readonly calls: readonly CandidateCall[];
      readonly keep: readonly Span[];
      readonly onExpiry: 'refuse' | 'neutral-reask' | 'text';
      /** True for a call found in the reasoning channel: an approved one is added after the reasoning. */
      readonly fromReasoning: boolean;
    }
  /** A plain attempt that may not be dispatched: re-ask once with `guidance`, then cut. */
  | { readonly type: 'refuse'; readonly reason: AdmissionReason; readonly candidates: readonly Candidate[]; readonly guidance: string }
  /** Dual protocol: complete private envelopes are stripped, native calls go on, the guide goes to the first native result. */
  | { readonly type: 'strip'; readonly reason: 'dual_protocol'; readonly candidates: readonly Candidate[]; readonly keep: readonly Span[] };

/** Scans one reply's text as it streams. `held` text is text[releasable, length). */
export interface LeakScanner {
  /** What it was given so far: whoever reads the reply need not keep it a second time. */
  readonly text: TextLog;
  /** Takes the next piece; returns how much of the whole text so far (code units from its start) may leave now. Never shrinks. */
  push(text: string): number;
  /** True while a candidate or a half marker is held. */
  readonly holding: boolean;
  /** At the reply's end: judges the whole text. Never recovers or strips what was released: it then passes, recorded. */
  judge(context: ReplyContext): LeakVerdict;
}
