import type { ApprovalStatus, Approval, CheckResult, Fix, ShownCall } from './approval.ts';
import type { AdmissionReason, CallState, Dialect, GatewayErrorCode, Outcome } from './vocabulary.ts';

/** Common fields of every entry (design 4.5). `at` is epoch milliseconds. Alert entries also go to `serve --json`. */
export interface EntryHead {
  readonly seq: number;
  readonly at: number;
  readonly session: string;
  readonly thread: string;
  readonly turn: string;
  readonly level: 'info' | 'notice' | 'alert';
}

/** A call as the journal names it. `key` is unique inside its turn; `arguments` is redacted text. */
export interface EntryCall extends ShownCall {
  readonly key: string;
}

/** What happened, without the head: what core records. Adding a member needs a row in docs/vocabulary.md. */
export type EntryBody =
  | {
      readonly type: 'turn-started';
      readonly dialect: Dialect;
      readonly model: string;
      readonly agent: string;
      readonly upstream: string;
      readonly stream: boolean;
      readonly method: string;
      readonly path: string;
      /** Names of the advertised tools. */
      readonly tools: readonly string[];
      /** Beginning of the last user text, redacted, at most 200 characters. */
      readonly title: string;
      /** A title or memory request: it shares the session and is no turn. */
      readonly side: boolean;
      readonly retryOf?: string | undefined;
    }
  | {
      readonly type: 'turn-ended';
      readonly outcome: Outcome;
      readonly reason?: AdmissionReason | undefined;
      readonly status: number;
      readonly finish: string;
      readonly calls: number;
      readonly reasks: number;
      readonly durationMs: number;
      readonly firstByteMs?: number | undefined;
      readonly overheadMs?: number | undefined;
      readonly usage: { readonly input?: number | undefined; readonly output?: number | undefined };
      readonly requestBytes: number;
      readonly responseBytes: number;
      readonly error?:
        | { readonly code: GatewayErrorCode | 'client-gone' | 'upstream-error' | 'http-error' | 'program-ended'; readonly message: string }
        | undefined;
    }
  | { readonly type: 'tool-call-seen'; readonly call: EntryCall; readonly native: boolean }
  | { readonly type: 'tool-call-delivered'; readonly call: EntryCall; readonly state: CallState }
  | {
      readonly type: 'tool-call-recovered';
      readonly call: EntryCall;
      readonly format: string;
      readonly checks: readonly CheckResult[];
      readonly reason: 'ok';
      readonly excerpt: string;
    }
  | {
      readonly type: 'tool-call-healed';
      readonly call: EntryCall;
      readonly rule: string;
      readonly before: string;
      readonly after: string;
      readonly fixes: readonly Fix[];
      /** Ids under which it left; several where it was split. Older journals lack it: the call's own. */
      readonly ids?: readonly string[] | undefined;
      /** Categories of faults that the change is to prevent. Older journals lack it. */
      readonly against?: readonly string[] | undefined;
    }
  | { readonly type: 'tool-call-held'; readonly call: EntryCall; readonly approval: Approval }
  | {
      readonly type: 'approval-settled';
      readonly id: string;
      readonly verdict: 'approve' | 'override' | 'reject' | 'text' | 'expired' | 'withdrawn';
      readonly by: 'operator' | 'rule' | 'deadline' | 'no-console' | 'shutdown' | 'client';
      readonly status: ApprovalStatus;
      readonly call: EntryCall;
      /** As on the card; older journals lack it. */
      readonly format?: string | undefined;
    }
  | {
      readonly type: 'tool-call-refused';
      readonly reason: AdmissionReason | 'preflight' | 'unparsable';
      readonly format: string;
      readonly excerpt: string;
      readonly checks: readonly CheckResult[];
      readonly call?: EntryCall | undefined;
    }
  /** A candidate that was left alone: the text passed with this code. */
  | {
      readonly type: 'leak-passed';
      readonly reason: AdmissionReason;
      readonly format: string;
      readonly excerpt: string;
      readonly checks: readonly CheckResult[];
    }
  | { readonly type: 'tool-call-cancelled'; readonly call: EntryCall; readonly cause: string }
  | { readonly type: 'tool-call-answered'; readonly call: EntryCall; readonly pattern: string }
  /** A call that no model made: `step` read or repeat, `of` the id of the call that it is for. It is no call of the model in any tally. */
  | {
      readonly type: 'tool-call-made';
      readonly call: EntryCall;
      readonly rule: string;
      readonly step: 'read' | 'repeat';
      readonly of: string;
    }
  /** `made`: the result of a call that no model made. */
  | {
      readonly type: 'tool-result-seen';
      readonly callId: string;
      readonly tool: string;
      readonly error: boolean;
      readonly excerpt: string;
      readonly made?: true | undefined;
    }
  | {
      readonly type: 'fault-classified';
      readonly pattern: string;
      readonly tool: string;
      readonly callId: string;
      readonly occurrence: number;
      readonly fingerprint: string;
    }
  | {
      readonly type: 'guidance-sent';
      readonly callId: string;
      readonly pattern: string;
      readonly occurrence: number;
      readonly text: string;
    }
  | {
      readonly type: 'circuit-opened';
      readonly fingerprint: string;
      readonly pattern: string;
      readonly tool: string;
      readonly occurrences: number;
    }
  | { readonly type: 'circuit-closed'; readonly fingerprint: string; readonly cause: string }
  | {
      readonly type: 'loop-detected';
      readonly kind: string;
      readonly evidence: readonly string[];
      readonly count: number;
      readonly action: 'guide' | 'block' | 'end';
    }
  | { readonly type: 'history-repaired'; readonly changes: readonly string[] }
  | {
      readonly type: 'reask-sent';
      readonly cause: string;
      readonly guidance: string;
      readonly attempt: number;
      readonly usage: { readonly input?: number | undefined; readonly output?: number | undefined };
    }
  | {
      readonly type: 'upstream-failed';
      readonly cause: string;
      readonly status: number;
      readonly upstream: string;
      readonly detail: string;
      readonly pattern?: string | undefined;
    }
  | { readonly type: 'upstream-retried'; readonly cause: string; readonly upstream: string; readonly attempt: number }
  | { readonly type: 'stream-normalised'; readonly changes: readonly string[] }
  /** `tool` and `callId`: it stood in the result of this call; `masked`: the model got it blanked, or (false) as the agent sent it. Without these: blanked for the journal. */
  | {
      readonly type: 'secret-redacted';
      readonly kinds: readonly string[];
      readonly where: string;
      readonly count: number;
      readonly tool?: string | undefined;
      readonly callId?: string | undefined;
      readonly masked?: boolean | undefined;
    }
  | { readonly type: 'limit-reached'; readonly kind: string; readonly detail: string }
  | { readonly type: 'stage-failed'; readonly stage: string; readonly detail: string }
  | { readonly type: 'bypass-suspected'; readonly detail: string }
  | { readonly type: 'steer-sent'; readonly text: string; readonly anchor: string }
  | {
      readonly type: 'settings-changed';
      readonly keys: readonly string[];
      readonly by: 'operator' | 'file' | 'start';
      readonly pending: boolean;
    };

export type EntryType = EntryBody['type'];

export type JournalEntry = EntryHead & EntryBody;

/** What core and gateway hand to the journal: it adds `seq` and `at`. */
export type NewEntry = Omit<EntryHead, 'seq' | 'at'> & EntryBody;
