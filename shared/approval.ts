import type { Json } from './json.ts';
import type { AdmissionReason, SideEffect, Verdict } from './vocabulary.ts';

/** A region of the original reply: offsets in UTF-16 code units of the assistant text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * One ordered check with its evidence (contract 2.3): this list is the confidence that the operator sees.
 * `skipped` marks a check that could not be made because an earlier one found nothing to look at.
 */
export interface CheckResult {
  /** 1–14, the row in the table of 2.3. */
  readonly number: number;
  readonly code: AdmissionReason;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** Plain words: what was looked at and what was found. */
  readonly evidence: string;
  /** Where in the original text the evidence stands. */
  readonly span?: Span | undefined;
}

/** A call as shown to a person: arguments are the exact JSON text that would be sent. */
export interface ShownCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** One way to read the same bytes. `approvals/settle` names it by its index. */
export interface Reading {
  readonly name: string;
  readonly arguments: string;
}

/** One change of a call's arguments, listed on the card and in the journal. */
export interface Fix {
  /** Rule or repair kind, for example `strip-code-fence`. */
  readonly rule: string;
  readonly before: string;
  readonly after: string;
  /** JSON pointer of the changed value; '' for the whole. */
  readonly pointer: string;
}

/** What waits for the operator: one per call (operator API 4.3). Data only. */
export interface Approval {
  readonly id: string;
  /** Shared by all calls of one reply. */
  readonly replyId: string;
  readonly session: string;
  readonly turn: string;
  readonly agent: string;
  readonly model: string;
  readonly call: ShownCall;
  /** More than one reading of the same bytes (`ambiguous`): the operator chooses. */
  readonly readings?: readonly Reading[] | undefined;
  /** The exact text that it came from; `markup` are the spans of the envelope in it. */
  readonly original: string;
  readonly markup: readonly Span[];
  readonly checks: readonly CheckResult[];
  readonly fixes: readonly Fix[];
  readonly reason: AdmissionReason | 'review';
  /** Format id for a leak, healing rule id for a held native call. */
  readonly format: string;
  readonly sideEffect: SideEffect;
  readonly tool: { readonly description: string; readonly schema: Json };
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly deadline: number;
  readonly status: ApprovalStatus;
}

export type Approver =
  | { readonly type: 'operator' }
  | { readonly type: 'rule'; readonly ruleId: string }
  | { readonly type: 'deadline' }
  | { readonly type: 'no-console' }
  | { readonly type: 'shutdown' };

export type ApprovalStatus =
  | { readonly state: 'pending' }
  | {
      readonly state: 'settled';
      readonly verdict: Verdict;
      readonly by: Approver;
      readonly reason?: string | undefined;
      readonly reading?: number | undefined;
      readonly arguments?: string | undefined;
      readonly at: number;
    }
  | { readonly state: 'expired'; readonly by: Approver; readonly at: number }
  | { readonly state: 'withdrawn'; readonly at: number };

/** A remembered decision (2.3 "Remembered rules"): matches exactly the card's own values. */
export interface ApprovalRule {
  readonly id: string;
  readonly tool: string;
  readonly format: string;
  readonly failing: readonly AdmissionReason[];
  readonly upstream?: string | undefined;
  readonly session?: string | undefined;
  readonly verdict: 'approve' | 'text';
  /** Hash of the tool's schema: the rule ends when the schema changes. */
  readonly schemaHash: string;
  readonly createdAt: number;
}
