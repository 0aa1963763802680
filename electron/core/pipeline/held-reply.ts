import type { NewCall } from '../turn/turn.ts';
import type { ApprovalDraft } from './effect.ts';
import type { DraftVerdict } from './lane-input.ts';

/** The hold of one reply: all its drafts wait for all verdicts (contract 2.3 "Held"). */
export interface HeldReply {
  readonly drafts: readonly ApprovalDraft[];
  readonly verdicts: Map<string, DraftVerdict>;
}

/** What the verdicts on one reply come to. */
export interface Settlement {
  /** Approved and overridden calls, in order. */
  readonly delivered: readonly { readonly index: number; readonly call: NewCall }[];
  readonly rejected: readonly { readonly index: number; readonly reason: string | undefined }[];
  readonly asText: readonly number[];
  readonly expired: readonly number[];
}

/** Folds verdicts in draft order. An override without arguments and a reading out of range count as expired: nothing runs in doubt. */
export function settlementOf(drafts: readonly ApprovalDraft[], verdicts: readonly DraftVerdict[]): Settlement {
  const delivered: { index: number; call: NewCall }[] = [];
  const rejected: { index: number; reason: string | undefined }[] = [];
  const asText: number[] = [];
  const expired: number[] = [];
  drafts.forEach((draft, index) => {
    const verdict = verdicts[index];
    if (verdict === undefined || verdict.type === 'expired') return void expired.push(index);
    if (verdict.verdict === 'text') return void asText.push(index);
    if (verdict.verdict === 'reject') return void rejected.push({ index, reason: verdict.reason });
    const call = chosen(draft, verdict.verdict, verdict.reading, verdict.arguments);
    if (call === undefined) return void expired.push(index);
    delivered.push({ index, call });
  });
  return { delivered, rejected, asText, expired };
}

function chosen(draft: ApprovalDraft, verdict: 'approve' | 'override', reading: number, edited: string | undefined): NewCall | undefined {
  const base = draft.readings === undefined ? draft.call : draft.readings[reading];
  if (base === undefined) return undefined;
  if (verdict === 'approve') return { id: draft.call.id, name: base.name, arguments: base.arguments };
  return edited === undefined ? undefined : { id: draft.call.id, name: base.name, arguments: edited };
}
