import type { AdmissionReason, FinishReason, Outcome } from '../../../shared/vocabulary.ts';
import type { GatewayError, OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import type { LeakVerdict } from '../leak/leak-verdict.ts';
import type { NewCall } from '../turn/turn.ts';
import { type Asked, sameCall } from './asked.ts';
import { CallIds } from './call-ids.ts';
import { correctedFinish, decideReply, type Decision, type ReplyEnd, type RuledCall } from './decide-reply.ts';
import type { ApprovalDraft, Effect } from './effect.ts';
import { type QueuedFrame, releaseAll } from './frame-queue.ts';
import { settlementOf } from './held-reply.ts';
import type { CallRuling } from './judge-calls.ts';
import type { LaneContext } from './lane-context.ts';
import { callDraft, leakDraft } from './lane-drafts.ts';
import { cutError, declinedError, stalledError, statusOfUpstreamError } from './lane-errors.ts';
import type { DraftVerdict, UpstreamEnd } from './lane-input.ts';
import { type CallLedger, candidateEntry, entryCall, excerptOf, record } from './lane-records.ts';
import { judgeReplyOf, replyOf, ruleCalls } from './judge-reply.ts';
import { planWith, type ReleasePlan } from './release-plan.ts';
import type { ReplyReader } from './reply-reader.ts';
import { spansText, withoutSpans } from './kept-text.ts';

/** How the lane saw the reply end: by its terminator, an error inside it, or the upstream's end. */
export type ReplyEnding = UpstreamEnd | 'terminated' | 'error';

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

type Held =
  | { readonly type: 'leak'; readonly choice: number; readonly verdict: LeakVerdict & { readonly type: 'hold' } }
  | { readonly type: 'calls'; readonly ruled: readonly RuledCall[]; readonly held: readonly number[]; readonly strip: ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }> };

/** Concludes the replies of one turn: decides, keeps what was asked again, and writes the decision's bytes and entries. */
export class Conclusion {
  private readonly context: LaneContext;
  private readonly ledger: CallLedger;
  private readonly ids: CallIds;
  private ask: Asked | undefined;
  private held: Held | undefined;
  private result: { outcome: Outcome; reason: AdmissionReason | undefined } = { outcome: 'pass_through', reason: undefined };
  reasks = 0;
  finish: FinishReason | undefined;

  constructor(context: LaneContext, ledger: CallLedger) {
    this.context = context;
    this.ledger = ledger;
    this.ids = new CallIds(context);
  }

  get asked(): boolean {
    return this.ask !== undefined;
  }

  /** The answer to a neutral re-ask leaves only if it holds a native call: until then nothing of it does. */
  get withholdsAnswer(): boolean {
    return this.ask?.type === 'neutral';
  }

  get outcome(): { readonly outcome: Outcome; readonly reason: AdmissionReason | undefined } {
    return this.result;
  }

  /** Calls of a re-asked reply are other calls: the attempt is part of their key. */
  keyOf(key: string): string {
    return `${this.reasks}:${key}`;
  }

  note(outcome: Outcome, reason: AdmissionReason | undefined): void {
    this.result = { outcome, reason: reason ?? this.result.reason };
  }

  /** The reply is over: decides it. */
  conclude(how: ReplyEnding, reader: ReplyReader, encoder: ReplyEncoder): Step {
    const end = endOf(how, reader);
    const verdicts = end === 'whole' ? judgeReplyOf(reader, this.context) : new Map<number, LeakVerdict>();
    const ruled = ruleCalls(reader, this.context, this.ids);
    const first = reader.choices[0];
    for (const verdict of verdicts.values()) this.result = { ...this.result, reason: verdict.reason };
    const decision = decideReply({
      end,
      verdicts,
      finishes: new Map(reader.choices.map((choice) => [choice.choice, choice.finish])),
      calls: ruled,
      spent: this.spent,
      manyChoices: this.context.request.choices > 1,
    });
    if (this.ask?.type === 'neutral') return this.neutralAnswer(this.ask, decision, ruled, reader, encoder);
    if (this.ask?.type === 'declined' && repeats(this.ask.rejected, decision, ruled)) {
      this.note('cut', undefined);
      return this.failed(reader, encoder, declinedError(this.ask.reason), []);
    }
    const passed = [...verdicts.entries()].flatMap(([choice, verdict]) => this.candidateEntries(verdict, textOf(reader, choice), decision));
    const step = this.carryOut(decision, ruled, reader, encoder, how);
    this.finish ??= first?.finish;
    return { ...step, effects: [...passed, ...step.effects] };
  }

  /** All verdicts of a hold are in. */
  settled(drafts: readonly ApprovalDraft[], verdicts: readonly DraftVerdict[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const held = this.held;
    this.held = undefined;
    if (held === undefined) return { effects: [], out: [], next: { type: 'end' } };
    return held.type === 'leak' ? this.settledLeak(held, drafts, verdicts, reader, encoder) : this.settledCalls(held, drafts, verdicts, reader, encoder);
  }

  /** The model could not be asked again. */
  askFailed(detail: string, encoder: ReplyEncoder): Step {
    const ask = this.ask;
    if (ask === undefined) return { effects: [], out: [], next: { type: 'end' } };
    if (ask.type === 'neutral') return this.originalText(ask, encoder);
    if (ask.type === 'declined') return this.failed(ask.reader, encoder, declinedError(ask.reason), []);
    return this.failed(ask.reader, encoder, cutError(`${ask.detail} The model could not be asked again (${detail}).`, this.context.cutBefore), []);
  }

  /** The answer to a re-ask begins: what was withheld of the faulty reply does not leave any more. */
  beginAnswer(reader: ReplyReader, encoder: ReplyEncoder): void {
    if (this.ask === undefined || this.ask.type === 'neutral') return;
    this.continueAfter(reader, encoder);
  }

  private get spent(): boolean {
    return this.reasks >= this.context.settings['reask.max'];
  }

  private continueAfter(reader: ReplyReader, encoder: ReplyEncoder): void {
    for (const frame of reader.queue.drain()) if (frame.sent === 0) encoder.drop(frame.sourced);
    const signed = reader.choices.some((choice) => choice.signed);
    encoder.continueReply({ dropReasoning: signed, firstUsage: reader.state.usage });
  }

  private carryOut(decision: Decision, ruled: readonly RuledCall[], reader: ReplyReader, encoder: ReplyEncoder, how: ReplyEnding): Step {
    switch (decision.type) {
      case 'pass':
        return this.release(reader, encoder, planWith({}), this.deliverReleased(reader));
      case 'recover':
        return this.recover(decision.verdicts, reader, encoder);
      case 'hold-leak':
        return this.holdLeak(decision.choice, decision.verdict, reader);
      case 'refuse':
        return this.refuse(decision.verdict, reader, encoder);
      case 'calls':
        return this.releaseCalls(ruled, decision.strip, reader, encoder);
      case 'hold-calls':
        return this.holdCalls(ruled, decision.strip);
      case 'answer-calls':
        return this.answerCalls(ruled, reader, encoder);
      case 'salvage':
        this.note('normalise', undefined);
        return this.releaseCalls(ruled.map(onlyRunnable), new Map(), reader, encoder);
      case 'break':
        return this.breakOff(how, ruled, reader, encoder);
    }
  }

  /** Writes what is withheld by a plan and adds what a valid end lacks. */
  private release(reader: ReplyReader, encoder: ReplyEncoder, plan: ReleasePlan, effects: readonly Effect[], frames: readonly QueuedFrame[] = reader.queue.drain()): Step {
    const out: OutChunk[] = [];
    const missing = finishMissing(reader, plan);
    const leaving = frames.filter((frame) => {
      const error = frame.sourced.events.some((event) => event.type === 'upstream-error');
      const bareEnd = missing !== undefined && frame.sourced.events.every((event) => event.type === 'turn-end') && frame.sourced.events.length > 0;
      if (error || bareEnd) encoder.drop(frame.sourced);
      return !error && !bareEnd;
    });
    releaseAll(leaving, encoder, plan, out);
    if (!reader.state.ended || missing !== undefined) {
      out.push(encoder.close(missing));
      if (this.result.outcome === 'pass_through') this.note('normalise', undefined);
      return { effects: [...effects, record({ type: 'stream-normalised', changes: [missing === undefined ? 'terminator added' : 'finish reason and terminator added'] })], out, next: { type: 'end' } };
    }
    return { effects, out, next: { type: 'end' } };
  }

  private recover(verdicts: ReadonlyMap<number, LeakVerdict & { readonly type: 'recover' }>, reader: ReplyReader, encoder: ReplyEncoder): Step {
    const keep = new Map<number, readonly { start: number; end: number }[]>();
    const insert = new Map<number, readonly NewCall[]>();
    const effects: Effect[] = [];
    for (const [choice, verdict] of verdicts) {
      const calls = this.ids.name(verdict.calls);
      keep.set(choice, verdict.keep);
      insert.set(choice, calls);
      effects.push(...calls.flatMap((call, index) => this.recoveredEntries(call, index, verdict, textOf(reader, choice))));
    }
    this.note('recover', 'ok');
    return this.release(reader, encoder, planWith({ keep, insert, finish: this.finishes(reader, new Set(insert.keys())) }), [...effects, ...this.deliverReleased(reader)]);
  }

  private recoveredEntries(call: NewCall, index: number, verdict: LeakVerdict & { readonly type: 'recover' | 'hold' }, text: string): readonly Effect[] {
    const source = verdict.calls[index];
    const candidate = verdict.candidates.find((each) => source !== undefined && each.calls.includes(source)) ?? verdict.candidates[0];
    const entry = entryCall(this.keyOf(`leak-${index}`), call);
    const excerpt = candidate === undefined ? '' : excerptOf(text.slice(candidate.span.start, candidate.span.end));
    return this.ledger.close(entry, 'recovered', [
      record({ type: 'tool-call-recovered', call: entry, format: candidate?.format ?? '', checks: candidate?.checks ?? [], reason: 'ok', excerpt }),
    ]);
  }

  private holdLeak(choice: number, verdict: LeakVerdict & { readonly type: 'hold' }, reader: ReplyReader): Step {
    const text = verdict.fromReasoning ? reasoningOf(reader, choice) : textOf(reader, choice);
    const calls = this.ids.name(verdict.calls);
    const drafts = verdict.calls.map((call, index) => leakDraft(`leak-${index}`, call, calls[index]?.id ?? '', verdict, text, this.context));
    this.held = { type: 'leak', choice, verdict };
    this.note('hold', verdict.reason);
    const effects = drafts.flatMap((draft) => this.ledger.seen(entryCall(this.keyOf(draft.key), draft.call), false));
    return { effects, out: [], next: { type: 'hold', drafts } };
  }

  private settledLeak(held: Held & { readonly type: 'leak' }, drafts: readonly ApprovalDraft[], verdicts: readonly DraftVerdict[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const { verdict, choice } = held;
    const settlement = settlementOf(drafts, verdicts);
    const text = textOf(reader, choice);
    const close = (indices: readonly number[], state: 'rejected' | 'expired' | 'refused'): readonly Effect[] =>
      indices.flatMap((index) => {
        const draft = drafts[index];
        return draft === undefined ? [] : this.ledger.close(entryCall(this.keyOf(draft.key), draft.call), state);
      });
    const closing = [...close(settlement.rejected.map((each) => each.index), 'rejected'), ...close(settlement.expired, 'expired'), ...close(settlement.asText, 'refused')];
    if (settlement.delivered.length > 0) {
      const calls = settlement.delivered.map((each) => each.call);
      const effects = settlement.delivered.flatMap((each) => this.recoveredEntries(each.call, each.index, verdict, text));
      const reasons = settlement.rejected.map((each) => each.reason ?? 'the operator declined this call');
      const attach: readonly Effect[] = reasons.length === 0 || calls[0] === undefined ? [] : [{ type: 'attach-guide', callId: calls[0].id, text: `Another call of that reply was declined by the operator: ${reasons.join('; ')}`, pattern: 'operator' }];
      this.note('recover', verdict.reason);
      const keep = verdict.fromReasoning ? [{ start: 0, end: text.length }] : withoutSpans(verdict, settlement.asText, text.length);
      return this.release(reader, encoder, planWith({ keep: new Map([[choice, keep]]), insert: new Map([[choice, calls]]), finish: this.finishes(reader, new Set([choice])) }), [...closing, ...effects, ...attach]);
    }
    if (settlement.rejected.length > 0) {
      const reason = settlement.rejected.map((each) => each.reason).find((each) => each !== undefined && each !== '');
      const rejected = settlement.rejected.flatMap((each) => drafts[each.index]?.call ?? []);
      return this.declined(rejected, reason, reader, encoder, closing);
    }
    if (settlement.asText.length > 0 || verdict.onExpiry === 'text') return this.asText(reader, encoder, closing);
    if (verdict.onExpiry === 'refuse') {
      const step = this.refuse({ type: 'refuse', reason: verdict.reason, candidates: verdict.candidates, guidance: refusalGuidance(verdict) }, reader, encoder);
      return { ...step, effects: [...closing, ...step.effects] };
    }
    if (this.spent || this.context.settings['approval.onExpiry'] === 'text') return this.asText(reader, encoder, closing);
    this.ask = { type: 'neutral', reader };
    return this.askAgain(reader, 'neutral', NEUTRAL, [], closing);
  }

  private asText(reader: ReplyReader, encoder: ReplyEncoder, effects: readonly Effect[]): Step {
    this.note('pass_through', undefined);
    return this.release(reader, encoder, planWith({}), effects);
  }

  private declined(rejected: readonly { readonly name: string; readonly arguments: string }[], reason: string | undefined, reader: ReplyReader, encoder: ReplyEncoder, effects: readonly Effect[]): Step {
    if (this.spent) {
      this.note('cut', undefined);
      return this.failed(reader, encoder, declinedError(reason), effects);
    }
    this.ask = { type: 'declined', reader, reason, rejected };
    const guidance = `The operator declined ${rejected.length === 1 ? 'this call' : 'these calls'}: ${reason === undefined || reason === '' ? 'the operator declined this call' : reason}. It was not run. Do not repeat it; continue the task another way, or say why you can't.`;
    return this.askAgain(reader, 'declined', guidance, [], effects);
  }

  private refuse(verdict: LeakVerdict & { readonly type: 'refuse' }, reader: ReplyReader, encoder: ReplyEncoder): Step {
    this.note('reask', verdict.reason);
    const detail = `the model wrote a tool call as text that can't be dispatched (${verdict.reason}).`;
    if (this.spent) {
      this.note('cut', verdict.reason);
      return this.failed(reader, encoder, cutError(detail, this.context.cutBefore), []);
    }
    this.ask = { type: 'refused', reader, detail };
    return this.askAgain(reader, `refused:${verdict.reason}`, verdict.guidance, [], []);
  }

  private askAgain(reader: ReplyReader, cause: string, guidance: string, answers: readonly { readonly callId: string; readonly name: string; readonly text: string }[], effects: readonly Effect[]): Step {
    this.reasks += 1;
    const body = this.context.codec.encodeReask(this.context.sentBody, {
      reply: replyOf(reader),
      sources: reader.sources,
      answers,
      userText: answers.length > 0 ? undefined : guidance,
    });
    return { effects, out: [], next: { type: 'ask', body, cause, guidance } };
  }

  private neutralAnswer(ask: Asked & { readonly type: 'neutral' }, decision: Decision, ruled: readonly RuledCall[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    if ((decision.type !== 'calls' && decision.type !== 'hold-calls') || ruled.length === 0) return this.originalText(ask, encoder);
    this.continueAfter(ask.reader, encoder);
    this.ask = { type: 'refused', reader: ask.reader, detail: '' };
    this.note('reask', this.result.reason);
    return this.carryOut(decision, ruled, reader, encoder, 'terminated');
  }

  /** Anything but a native call is dropped and the original text leaves unchanged (contract 2.3 "Held"). */
  private originalText(ask: Asked, encoder: ReplyEncoder): Step {
    this.note('pass_through', undefined);
    return this.release(ask.reader, encoder, planWith({}), this.ledger.closeRest('cancelled', 'the original text was kept'));
  }

  private holdCalls(ruled: readonly RuledCall[], strip: ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }>): Step {
    const held: number[] = [];
    const drafts = ruled.flatMap(({ call, ruling }, index) => {
      if (ruling.type !== 'hold') return [];
      held.push(index);
      return [callDraft(call.key, call, ruling.proposed, ruling.rule, ruling.fixes, ruling.evidence, this.context)];
    });
    this.held = { type: 'calls', ruled, held, strip };
    this.note('hold', this.result.reason);
    return { effects: [], out: [], next: { type: 'hold', drafts } };
  }

  private settledCalls(held: Held & { readonly type: 'calls' }, drafts: readonly ApprovalDraft[], verdicts: readonly DraftVerdict[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const settlement = settlementOf(drafts, verdicts);
    const rejections = new Map(settlement.rejected.concat(settlement.asText.map((index) => ({ index, reason: undefined }))).map((each) => [held.held[each.index], each.reason]));
    const approvals = new Map(settlement.delivered.map((each) => [held.held[each.index], each.call]));
    const rejectedCalls: { name: string; arguments: string }[] = [];
    const effects: Effect[] = [];
    const ruled = held.ruled.map(({ call, ruling }, index): RuledCall => {
      if (ruling.type !== 'hold') return { call, ruling };
      const approved = approvals.get(index);
      if (approved !== undefined) {
        const asItWas = approved.arguments === call.arguments && approved.name === call.name && call.id === approved.id;
        return { call, ruling: asItWas ? { type: 'deliver' } : { type: 'replace', calls: [approved], rule: ruling.rule, fixes: ruling.fixes } };
      }
      if (!rejections.has(index)) return { call, ruling: ruling.otherwise };
      rejectedCalls.push({ name: call.name, arguments: call.arguments }, { name: ruling.proposed.name, arguments: ruling.proposed.arguments });
      effects.push(...this.ledger.close(entryCall(this.keyOf(call.key), call), 'rejected'));
      return { call, ruling: { type: 'cancel', cause: 'declined by the operator' } };
    });
    const decision = decideReply({ end: 'whole', verdicts: held.strip, finishes: new Map(), calls: ruled, spent: this.spent, manyChoices: false });
    if (rejectedCalls.length > 0 && !ruled.some(({ ruling }) => ruling.type === 'deliver' || ruling.type === 'replace')) {
      return this.declined(rejectedCalls, [...rejections.values()].find((reason) => reason !== undefined && reason !== ''), reader, encoder, effects);
    }
    const step = this.carryOut(decision, ruled, reader, encoder, 'terminated');
    return { ...step, effects: [...effects, ...step.effects] };
  }

  /** Native calls leave: good ones with every byte, mended ones anew, the others not (contract 2.5). */
  private releaseCalls(ruled: readonly RuledCall[], strip: ReadonlyMap<number, LeakVerdict & { readonly type: 'strip' }>, reader: ReplyReader, encoder: ReplyEncoder): Step {
    const drop = new Set<string>();
    const replace = new Map<string, readonly NewCall[]>();
    const leaving = new Set<number>();
    const effects: Effect[] = [];
    const guides: string[] = [];
    let firstId: string | undefined;
    for (const { call, ruling } of ruled) {
      const entry = entryCall(this.keyOf(call.key), call);
      this.ledger.update(entry);
      switch (ruling.type) {
        case 'deliver':
        case 'hold':
          leaving.add(call.choice);
          firstId ??= call.id;
          effects.push(...this.ledger.close(entry, 'delivered'));
          break;
        case 'replace': {
          leaving.add(call.choice);
          firstId ??= ruling.calls[0]?.id;
          drop.add(call.key);
          replace.set(call.key, ruling.calls);
          effects.push(...this.replacedEntries(entry, ruling));
          break;
        }
        case 'cancel':
          drop.add(call.key);
          effects.push(...this.ledger.close(entry, 'cancelled', [record({ type: 'tool-call-cancelled', call: entry, cause: ruling.cause }, true)]));
          break;
        case 'answer':
          if (!ruling.hopeless) {
            leaving.add(call.choice);
            firstId ??= call.id;
            effects.push(...this.ledger.close(entry, 'delivered'));
            break;
          }
          drop.add(call.key);
          guides.push(ruling.text);
          effects.push(...this.ledger.close(entry, 'refused', [record({ type: 'tool-call-refused', reason: 'unparsable', format: 'native', excerpt: excerptOf(call.arguments), checks: [], call: entry }, true)]));
          break;
      }
    }
    if (firstId !== undefined) for (const text of guides) effects.push({ type: 'attach-guide', callId: firstId, text, pattern: 'EI/INVALID_JSON_ARGUMENTS/001' });
    const keep = new Map([...strip].map(([choice, verdict]) => [choice, verdict.keep] as const));
    const guided = firstId ?? reader.state.calls.values().next().value?.id;
    if (strip.size > 0) {
      this.note('normalise', 'dual_protocol');
      if (guided !== undefined) effects.push({ type: 'attach-guide', callId: guided, text: DUAL_PROTOCOL, pattern: 'EI/INVALID_TOOL_PROTOCOL/002' });
    }
    return this.release(reader, encoder, planWith({ keep, drop, replace, finish: this.finishes(reader, leaving) }), [...effects, ...this.deliverReleased(reader)]);
  }

  private replacedEntries(entry: ReturnType<typeof entryCall>, ruling: CallRuling & { readonly type: 'replace' }): readonly Effect[] {
    if (ruling.rule === 'normalise') {
      this.note('normalise', undefined);
      return this.ledger.close(entry, 'delivered', [record({ type: 'stream-normalised', changes: ruling.fixes.map((fix) => fix.rule) })]);
    }
    this.note('heal', undefined);
    const after = ruling.calls.map((call) => call.arguments).join('\n');
    return this.ledger.close(entry, 'healed', [record({ type: 'tool-call-healed', call: entry, rule: ruling.rule, before: entry.arguments, after, fixes: ruling.fixes })]);
  }

  private answerCalls(ruled: readonly RuledCall[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const answers = ruled.map(({ call, ruling }) => ({ callId: call.id, name: call.name, text: ruling.type === 'answer' ? ruling.text : unfinishedGuidance }));
    if (!this.spent) {
      this.note('reask', undefined);
      const effects = ruled.flatMap(({ call, ruling }) => {
        const entry = entryCall(this.keyOf(call.key), call);
        if (ruling.type === 'cancel') return this.ledger.close(entry, 'cancelled', [record({ type: 'tool-call-cancelled', call: entry, cause: ruling.cause }, true)]);
        return this.ledger.close(entry, 'answered', [record({ type: 'tool-call-answered', call: entry, pattern: ruling.type === 'answer' ? ruling.pattern : '' })]);
      });
      this.ask = { type: 'refused', reader, detail: 'the call that the model wrote could not be run.' };
      return this.askAgain(reader, 'preflight', answers.map((answer) => answer.text).join('\n'), answers, effects);
    }
    if (ruled.some(({ ruling }) => ruling.type === 'answer' && !ruling.hopeless)) return this.releaseCalls(ruled, new Map(), reader, encoder);
    this.note('cut', undefined);
    const effects = ruled.flatMap(({ call, ruling }) => {
      const entry = entryCall(this.keyOf(call.key), call);
      return ruling.type === 'cancel'
        ? this.ledger.close(entry, 'cancelled', [record({ type: 'tool-call-cancelled', call: entry, cause: ruling.cause }, true)])
        : this.ledger.close(entry, 'refused', [record({ type: 'tool-call-refused', reason: 'unparsable', format: 'native', excerpt: excerptOf(call.arguments), checks: [], call: entry }, true)]);
    });
    return this.failed(reader, encoder, cutError('the arguments of its tool call are no complete JSON object.', this.context.cutBefore), effects);
  }

  /** The upstream broke off and nothing complete is left to deliver (wire 3.5). */
  private breakOff(how: ReplyEnding, ruled: readonly RuledCall[], reader: ReplyReader, encoder: ReplyEncoder): Step {
    const cause = how === 'error' ? 'upstream-error' : how === 'stalled' ? 'stalled' : how === 'reset' ? 'reset' : 'ended early';
    const effects = ruled.flatMap(({ call }) => {
      const entry = entryCall(this.keyOf(call.key), call);
      return this.ledger.close(entry, 'cancelled', [record({ type: 'tool-call-cancelled', call: entry, cause }, true)]);
    });
    const upstream = reader.state.error;
    if (upstream !== undefined) return this.upstreamError(upstream, reader, encoder, effects);
    this.note('cut', undefined);
    const failed = record({ type: 'upstream-failed', cause, status: 200, upstream: '', detail: 'the reply ended before it was finished' }, true);
    const error = how === 'stalled' ? stalledError() : cutError('the model endpoint ended the reply before it was finished.', this.context.cutBefore);
    return this.failed(reader, encoder, error, [...effects, failed]);
  }

  private upstreamError(upstream: { readonly message: string; readonly code: string }, reader: ReplyReader, encoder: ReplyEncoder, effects: readonly Effect[]): Step {
    this.note('surface_error', undefined);
    const status = statusOfUpstreamError(upstream.code);
    const error: GatewayError = { code: 'signalbox_cut', status, retryable: status >= 429, message: upstream.message };
    const frame = reader.queue.drain().find((each) => each.sourced.events.some((event) => event.type === 'upstream-error'));
    const failed = record({ type: 'upstream-failed', cause: 'error inside a reply', status: 200, upstream: '', detail: excerptOf(`${upstream.code} ${upstream.message}`) }, true);
    const inBand = frame === undefined ? encoder.error(error) : encoder.pass(frame.sourced);
    const body = errorBodyOf(frame);
    return { effects: [...effects, failed], out: [], next: { type: 'fail', error, inBand: [inBand], ...(body === undefined ? {} : { body }) } };
  }

  private failed(reader: ReplyReader, encoder: ReplyEncoder, error: GatewayError, effects: readonly Effect[]): Step {
    reader.queue.drain();
    return { effects, out: [], next: { type: 'fail', error, inBand: [encoder.error(error)] } };
  }

  /** Calls that left before the decision (other kinds, `calls.hold` off): their last state. */
  private deliverReleased(reader: ReplyReader): readonly Effect[] {
    const effects: Effect[] = [];
    for (const call of reader.state.calls.values()) {
      if (call.kind === 'function' && !call.released && this.context.settings['calls.hold'] !== 'off' && reader.withholds) continue;
      const entry = entryCall(this.keyOf(call.key), { id: call.id, name: call.name, arguments: call.stated ?? call.parts.join('') });
      effects.push(...this.ledger.close(entry, call.closed || reader.state.ended ? 'delivered' : 'cancelled'));
    }
    return effects;
  }

  private finishes(reader: ReplyReader, leaving: ReadonlySet<number>): ReadonlyMap<number, FinishReason> {
    const finish = new Map<number, FinishReason>();
    for (const choice of reader.choices) {
      const corrected = leaving.has(choice.choice) ? correctedFinish(choice.finish) : undefined;
      if (corrected === undefined) continue;
      finish.set(choice.choice, corrected);
      this.finish = corrected;
      if (this.result.outcome === 'pass_through') this.note('normalise', undefined);
    }
    return finish;
  }

  private candidateEntries(verdict: LeakVerdict, text: string, decision: Decision): readonly Effect[] {
    if (verdict.type === 'recover' || verdict.type === 'hold') return [];
    const refused = verdict.type === 'refuse' && decision.type === 'refuse';
    return verdict.candidates.map((candidate) => candidateEntry(candidate, text, refused));
  }
}

const NEUTRAL = 'If you meant to call a tool, call it with the tool-calling interface of this API. Otherwise repeat your answer.';
const DUAL_PROTOCOL =
  'Your last reply held a tool call twice: as markup in its text and as a native call. Only the native call was run and the markup was removed. Use native tool calls only.';
const unfinishedGuidance = 'The call was cut off before its arguments were complete and was not run. Write it again, whole; split it into smaller calls if it is long.';

const refusalGuidance = (verdict: LeakVerdict & { readonly type: 'hold' }): string =>
  `Your last reply wrote a tool call as text, and it can't be run as it stands (${verdict.reason}). Nothing was run. Call the tool with the tool-calling interface of this API, with exactly the arguments that its schema asks for.`;

function endOf(how: ReplyEnding, reader: ReplyReader): ReplyEnd {
  if (how === 'error') return 'error';
  if (how === 'terminated') return 'whole';
  const choices = reader.choices;
  const finished = reader.state.ended || (choices.length > 0 && choices.every((choice) => choice.finish !== undefined));
  if (finished) return 'whole';
  return how === 'stalled' ? 'stalled' : 'cut';
}

/** The finish reason that has to be written because the reply has none although calls leave. */
function finishMissing(reader: ReplyReader, plan: ReleasePlan): FinishReason | undefined {
  for (const choice of reader.choices) if (choice.finish === undefined && plan.finish.has(choice.choice)) return plan.finish.get(choice.choice);
  return undefined;
}

const onlyRunnable = (ruled: RuledCall): RuledCall =>
  ruled.ruling.type === 'deliver' || ruled.ruling.type === 'replace' ? ruled : { call: ruled.call, ruling: { type: 'cancel', cause: 'the stream broke off' } };

function errorBodyOf(frame: QueuedFrame | undefined): string | undefined {
  const data = frame?.sourced.frame.data;
  return data !== undefined && /^\s*\{/.test(data) && /"error"\s*:\s*\{/.test(data) ? data : undefined;
}

const textOf = (reader: ReplyReader, choice: number): string => spansText(reader.state.choices.get(choice)?.text);
const reasoningOf = (reader: ReplyReader, choice: number): string => spansText(reader.state.choices.get(choice)?.reasoning);

/** True when the reply holds a call that the operator has just declined. */
function repeats(rejected: readonly { readonly name: string; readonly arguments: string }[], decision: Decision, ruled: readonly RuledCall[]): boolean {
  const calls = [
    ...ruled.map(({ call }) => call),
    ...(decision.type === 'hold-leak' ? decision.verdict.calls : []),
    ...(decision.type === 'recover' ? [...decision.verdicts.values()].flatMap((verdict) => verdict.calls) : []),
  ];
  return calls.some((call) => rejected.some((other) => sameCall(call, other)));
}
