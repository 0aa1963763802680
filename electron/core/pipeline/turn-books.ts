import type { AdmissionReason, FinishReason, Outcome } from '../../../shared/vocabulary.ts';
import type { GatewayError, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import type { Asked } from './asked.ts';
import { CallIds } from './call-ids.ts';
import { correctedFinish, type RuledCall } from './decide-reply.ts';
import type { ApprovalDraft, Effect } from './effect.ts';
import type { LaneContext } from './lane-context.ts';
import type { CallLedger } from './lane-records.ts';
import type { ReplyReader } from './reply-reader.ts';

/** What follows from a conclusion: entries, bytes, and the lane's next state. */
export interface Step {
  readonly effects: readonly Effect[];
  readonly out: readonly OutChunk[];
  readonly next:
    | { readonly type: 'end' }
    | { readonly type: 'fail'; readonly error: GatewayError; readonly inBand: readonly OutChunk[]; readonly body?: string | undefined }
    | { readonly type: 'hold'; readonly drafts: readonly ApprovalDraft[] }
    | { readonly type: 'ask'; readonly body: string; readonly cause: string; readonly guidance: string };
}

/** A reply that is being concluded: what was read, and the client's side of it. */
export interface ReadReply {
  readonly reader: ReplyReader;
  readonly encoder: ReplyEncoder;
}

export type Strips = ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }>;

/** What waits for verdicts. */
export type Held =
  | { readonly type: 'leak'; readonly choice: number; readonly verdict: LeakVerdict & { readonly type: 'hold' } }
  | { readonly type: 'calls'; readonly ruled: readonly RuledCall[]; readonly held: readonly number[]; readonly strip: Strips };

/** What one turn remembers over its replies: one value, private to its lane. */
export class TurnBooks {
  readonly context: LaneContext;
  readonly ledger: CallLedger;
  readonly ids: CallIds;
  ask: Asked | undefined;
  held: Held | undefined;
  reasks = 0;
  finish: FinishReason | undefined;
  result: { readonly outcome: Outcome; readonly reason: AdmissionReason | undefined } = { outcome: 'pass_through', reason: undefined };

  constructor(context: LaneContext, ledger: CallLedger) {
    this.context = context;
    this.ledger = ledger;
    this.ids = new CallIds(context);
  }

  /** True when no further re-ask is allowed (`reask.max`). */
  get spent(): boolean {
    return this.reasks >= this.context.settings['reask.max'];
  }

  /** Calls of a re-asked reply are other calls: the attempt is part of their key. */
  keyOf(key: string): string {
    return `${this.reasks}:${key}`;
  }

  note(outcome: Outcome, reason?: AdmissionReason | undefined): void {
    this.result = { outcome, reason: reason ?? this.result.reason };
  }

  /** Corrected finish reasons of the choices from which calls leave, or have left (contract 2.4). */
  finishes(reader: ReplyReader, leaving: ReadonlySet<number>): ReadonlyMap<number, FinishReason> {
    const left = new Set(reader.leftCalls.flatMap((call) => (call.kind === 'function' ? [call.choice] : [])));
    const finish = new Map<number, FinishReason>();
    for (const choice of reader.choices) {
      const corrected = leaving.has(choice.choice) || left.has(choice.choice) ? correctedFinish(choice.finish) : undefined;
      if (corrected === undefined) continue;
      finish.set(choice.choice, corrected);
      this.finish = corrected;
      if (this.result.outcome === 'pass_through') this.note('normalise');
    }
    return finish;
  }
}
