import type { FinishReason } from '../../../shared/vocabulary.ts';
import type { GatewayError, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import { UNSAID } from '../dialect/told-error.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import { askFailed, continueAfter, continueBroken, mayContinue, refuseLeak } from './ask-again.ts';
import type { Asked } from './asked.ts';
import { blockRepeats } from './block-repeats.ts';
import type { CallIds } from './call-ids.ts';
import { brokenEntries, CAUSES, endedEarly } from './broken-end.ts';
import { answerCalls, holdCalls, releaseCalls, releaseUnanswered, settleCalls } from './conclude-calls.ts';
import { holdLeak, recoverLeaks, settleLeak } from './conclude-leak.ts';
import { type Decision, decideReply, type RuledCall } from './decide-reply.ts';
import type { ApprovalDraft, Effect, LaneSummary } from './effect.ts';
import { cancelledEntries } from './end-calls.ts';
import { judgeReplyOf, ruleCalls } from './judge-reply.ts';
import type { LaneContext } from './lane-context.ts';
import { cutError, declinedError, stalledError, statusOfUpstreamError } from './lane-errors.ts';
import type { DraftVerdict } from './lane-input.ts';
import { type CallLedger, candidateEntry, entryCall } from './lane-records.ts';
import { planWith } from './release-plan.ts';
import { endReleasedCalls, failReply, releaseAsItCame, releaseReply } from './release-reply.ts';
import { type QueuedFrame, releaseProse } from './frame-queue.ts';
import { endOf, errorBodyOf, onlyRunnable, type ReplyEnding, repeats, saysNothing, textOf } from './reply-end.ts';
import type { ReplyReader } from './reply-reader.ts';
import { type ReadReply, type Step, TurnBooks } from './turn-books.ts';

/** Concludes the replies of one turn: decides each, keeps what was asked again, and says what leaves. */
export class Conclusion {
  private readonly books: TurnBooks;

  constructor(context: LaneContext, ledger: CallLedger) {
    this.books = new TurnBooks(context, ledger);
  }

  get asked(): boolean {
    return this.books.ask !== undefined;
  }

  /**
   * The answer to a neutral re-ask leaves only if it holds a native call, that to a broken reply only if it is whole (the client would get
   * the same words twice): until then nothing of it does.
   */
  get withholdsAnswer(): boolean {
    return this.books.ask?.type === 'neutral' || this.books.ask?.type === 'broken';
  }

  /** Ids of calls, as given so far. */
  get ids(): CallIds {
    return this.books.ids;
  }

  get outcome(): Pick<LaneSummary, 'outcome' | 'reason'> {
    return this.books.result;
  }

  get reasks(): number {
    return this.books.reasks;
  }

  get finish(): FinishReason | undefined {
    return this.books.finish;
  }

  keyOf(key: string): string {
    return this.books.keyOf(key);
  }

  /** The reply went round in a circle and was ended. */
  brokeLoop(): void {
    this.books.note('break_loop');
  }

  /** The turn was ended from outside. */
  stopped(): void {
    this.books.note('cut');
  }

  /** The reply is over: decides it. */
  conclude(how: ReplyEnding, reader: ReplyReader, encoder: ReplyEncoder): Step {
    const { books } = this;
    const reply = { reader, encoder };
    const end = endOf(how, reader);
    if (end === 'whole') reader.keepFragment();
    const verdicts = end === 'whole' ? judgeReplyOf(reader, books.context) : new Map<number, LeakVerdict>();
    const rulings = ruleCalls(reader, books.context, books.ids);
    const ruled = end === 'whole' ? rulings : rulings.map(onlyRunnable);
    for (const verdict of verdicts.values()) books.result = { ...books.result, reason: verdict.reason };
    // Without tools nothing is scanned, so no verdict names the code of check 1 (contract 2.3).
    if (end === 'whole' && books.context.request.tools.length === 0) books.result = { ...books.result, reason: 'no_tools' };
    const decision = decideReply({
      end,
      verdicts,
      finishes: new Map(reader.choices.map((choice) => [choice.choice, choice.finish])),
      calls: ruled,
      left: reader.leftCalls.length > 0 && !(end !== 'whole' && reader.leftInPart),
      spent: books.spent,
      manyChoices: books.context.request.choices > 1,
    });
    const failed = end === 'whole' ? [] : brokenEntries(how, reader, books.context.upstream ?? '', decision.type === 'salvage');
    const step = this.act(decision, ruled, reply, how, verdicts);
    return { ...step, effects: [...failed, ...step.effects] };
  }

  private act(
    decision: Decision,
    ruled: readonly RuledCall[],
    reply: ReadReply,
    how: ReplyEnding,
    verdicts: ReadonlyMap<number, LeakVerdict>,
  ): Step {
    const { books } = this;
    if (books.ask?.type === 'neutral') return this.neutralAnswer(books.ask, decision, ruled, reply);
    if (books.ask?.type === 'declined' && repeats(books.ask.rejected, decision, ruled)) {
      books.note('cut');
      return failReply(reply, declinedError(books.ask.reason), []);
    }
    if (books.ask?.type === 'broken' && decision.type === 'pass' && saysNothing(reply.reader)) {
      books.note('cut');
      return failReply(reply, cutError(`${books.ask.detail} Asked again, the model said nothing.`, books.context.cutBefore), []);
    }
    const candidates = [...verdicts].flatMap(([choice, verdict]) => candidateEntries(verdict, textOf(reply.reader, choice)));
    const blocked = decision.type === 'salvage' || decision.type === 'break' ? undefined : blockRepeats(books, reply, decision, ruled);
    const step = blocked ?? this.carryOut(decision, ruled, reply, how);
    return { ...step, effects: [...candidates, ...step.effects] };
  }

  /** All verdicts of a hold are in. */
  settled(drafts: readonly ApprovalDraft[], verdicts: readonly DraftVerdict[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const { held } = this.books;
    const reply = { reader, encoder };
    this.books.held = undefined;
    if (held === undefined) return releaseAsItCame(this.books, reply, []);
    if (held.type === 'leak') return settleLeak(this.books, reply, held, drafts, verdicts);
    return settleCalls(this.books, reply, held, drafts, verdicts, (decision, ruled, at) =>
      this.carryOut(decision, ruled, at, 'terminated'),
    );
  }

  /** The model could not be asked again. */
  askFailed(detail: string, encoder: ReplyEncoder): Step {
    return releaseUnanswered(this.books, encoder) ?? askFailed(this.books, encoder, detail);
  }

  /** The answer to a re-ask begins. */
  beginAnswer(reader: ReplyReader, encoder: ReplyEncoder): readonly OutChunk[] {
    return this.books.ask === undefined || this.books.ask.type === 'neutral' ? [] : continueAfter({ reader, encoder });
  }

  private carryOut(decision: Decision, ruled: readonly RuledCall[], reply: ReadReply, how: ReplyEnding): Step {
    const { books } = this;
    switch (decision.type) {
      case 'pass':
        return releaseReply(books, reply, planWith({ finish: books.finishes(reply.reader, new Set()) }), endReleasedCalls(books, reply));
      case 'recover':
        return recoverLeaks(books, reply, decision.verdicts);
      case 'hold-leak':
        return holdLeak(books, reply, decision.choice, decision.verdict);
      case 'refuse':
        return refuseLeak(books, reply, decision.verdict, []);
      case 'calls':
        return releaseCalls(books, reply, ruled, decision.strip);
      case 'hold-calls':
        return holdCalls(books, ruled, decision.strip);
      case 'answer-calls':
        return answerCalls(books, reply, ruled);
      case 'salvage':
        books.note('normalise');
        return releaseCalls(books, reply, ruled, new Map());
      case 'break':
        return this.breakOff(how, ruled, reply);
    }
  }

  /** Anything but a native call is dropped and the original text leaves unchanged (contract 2.3 "Held"). */
  private neutralAnswer(
    ask: Asked & { readonly type: 'neutral' },
    decision: Decision,
    ruled: readonly RuledCall[],
    reply: ReadReply,
  ): Step {
    const { books } = this;
    if ((decision.type !== 'calls' && decision.type !== 'hold-calls') || ruled.length === 0) {
      return releaseAsItCame(
        books,
        { reader: ask.reader, encoder: reply.encoder },
        books.ledger.closeRest('cancelled', 'the original text was kept'),
      );
    }
    const prose = continueAfter({ reader: ask.reader, encoder: reply.encoder });
    books.ask = { type: 'refused', reader: ask.reader, detail: '' };
    books.note('reask');
    const step = this.carryOut(decision, ruled, reply, 'terminated');
    return { ...step, out: [...prose, ...step.out] };
  }

  /** The upstream broke off and nothing complete is left to deliver (wire 3.5). */
  private breakOff(how: ReplyEnding, ruled: readonly RuledCall[], reply: ReadReply): Step {
    const { books } = this;
    const cause = CAUSES[how];
    const effects = ruled.flatMap(({ call }) => cancelledEntries(books.ledger, entryCall(books.keyOf(call.key), call), cause));
    const upstream = reply.reader.state.error;
    if (upstream !== undefined) return this.upstreamError(upstream, reply, effects);
    if (how !== 'stalled' && mayContinue(books, reply.reader, ruled)) return continueBroken(books, reply.reader, ruled, effects);
    books.note('cut');
    const error = how === 'stalled' ? stalledError() : cutError(endedEarly(reply.reader), books.context.cutBefore);
    const out = this.wordsBefore(reply, reply.reader.queue.waiting());
    return { ...failReply(reply, error, effects), out };
  }

  /** Words that waited only because they might have become markup: once the reply has begun they leave in front of the error (wire 3.5). */
  private wordsBefore({ reader, encoder }: ReadReply, frames: readonly QueuedFrame[]): readonly OutChunk[] {
    const out: OutChunk[] = [];
    if (!reader.begun || this.books.ask !== undefined) return out;
    const verdicts = judgeReplyOf(reader, this.books.context);
    const plain = (choice: number): boolean => verdicts.get(choice)?.candidates.length === 0;
    releaseProse(frames, encoder, (choice) => (plain(choice) ? Number.POSITIVE_INFINITY : reader.releasable(choice)), out);
    return out;
  }

  /** The upstream's own words reach the client: in band as they came, or as the body of an HTTP error. */
  private upstreamError(
    upstream: { readonly message: string; readonly code: string },
    { reader, encoder }: ReadReply,
    effects: readonly Effect[],
  ): Step {
    this.books.note('surface_error');
    const status = statusOfUpstreamError(upstream.code);
    const error: GatewayError = { code: 'signalbox_cut', status, retryable: status >= 429, message: upstream.message || UNSAID };
    const frames = reader.queue.drain();
    const at = frames.findIndex((each) => each.sourced.events.some((event) => event.type === 'upstream-error'));
    const frame = frames[at];
    const out = this.wordsBefore({ reader, encoder }, frames.slice(0, Math.max(at, 0)));
    const inBand = frame === undefined ? encoder.error(error) : encoder.pass(frame.sourced);
    const body = errorBodyOf(frame, this.books.context.codec.id);
    return {
      effects,
      out,
      next: { type: 'fail', error, inBand: [inBand], ...(body === undefined ? {} : { body }) },
    };
  }
}

/** Entries of candidates that are neither dispatched nor held. */
function candidateEntries(verdict: LeakVerdict, text: string): readonly Effect[] {
  if (verdict.type === 'recover' || verdict.type === 'hold') return [];
  return verdict.candidates.map((candidate) => candidateEntry(candidate, text, verdict.type === 'refuse'));
}
