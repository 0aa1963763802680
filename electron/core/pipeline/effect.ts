import type { Approval } from '../../../shared/approval.ts';
import type { EntryBody } from '../../../shared/journal-entry.ts';
import type { Outcome, AdmissionReason } from '../../../shared/vocabulary.ts';
import type { GatewayError, OutChunk } from '../dialect/dialect.ts';

/** What core wants from an approval; the gateway adds ids, session and clock. One per call. */
export type ApprovalDraft = Pick<
  Approval,
  'call' | 'readings' | 'original' | 'markup' | 'checks' | 'fixes' | 'reason' | 'format' | 'sideEffect' | 'tool'
> & {
  /** Key of the draft inside its reply: the verdict comes back with it. */
  readonly key: string;
};

/** What should happen. Only `gateway/exchange` interprets effects. In order. */
export type Effect =
  /** Bytes for the client. The first one commits the response head (upstream's status and headers). */
  | { readonly type: 'send'; readonly chunks: readonly OutChunk[] }
  /** A JSON reply is decided: send the upstream's head with this body (`changed` false: the upstream's own bytes). */
  | { readonly type: 'send-body'; readonly body: string; readonly changed: boolean }
  /**
   * The exchange fails. Before the head is committed: the HTTP error of the dialect. After it: `inBand` bytes, then the end.
   */
  | {
      readonly type: 'fail';
      readonly error: GatewayError;
      readonly inBand: readonly OutChunk[];
      /** The upstream's own error object, where it came inside a 200: the HTTP error's body, verbatim, while the head is not committed. */
      readonly body?: string | undefined;
    }
  /** The client's stream is complete. */
  | { readonly type: 'end' }
  /** Ask the operator; keep-alives run meanwhile. All verdicts come back through `settle`. */
  | { readonly type: 'hold'; readonly drafts: readonly ApprovalDraft[] }
  /** Send this request to the upstream and feed its reply to the same lane after `beginAgain`. */
  | { readonly type: 'ask-again'; readonly body: string; readonly cause: string; readonly guidance: string }
  | { readonly type: 'record'; readonly entry: EntryBody; readonly alert: boolean }
  /** Remember that the first result of this call gets the protocol guide (2.3 check 3) or a reason (2.3 Held, 2.5). */
  | { readonly type: 'attach-guide'; readonly callId: string; readonly text: string; readonly pattern: string }
  /** Stop reading the upstream: what matters is decided. */
  | { readonly type: 'drop-upstream' }
  /** Call `wake` after this time unless another input came: used for missing terminators. */
  | { readonly type: 'wake-after'; readonly ms: number };

/** The facts of a finished lane for `turn-ended`. */
export interface LaneSummary {
  readonly outcome: Outcome;
  readonly reason: AdmissionReason | undefined;
  readonly finish: string;
  readonly calls: number;
  readonly reasks: number;
  /** The id of the reply as the client knows it. */
  readonly replyId?: string | undefined;
  readonly usage: { readonly input?: number | undefined; readonly output?: number | undefined };
}
