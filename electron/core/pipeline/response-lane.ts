import { StreamRepetition } from '../circuit/stream-repetition.ts';
import type { OutChunk, ReplyDecoder, ReplyEncoder } from '../dialect/dialect.ts';
import { createLeakScanner } from '../leak/leak-scanner.ts';
import type { Sourced, WireFrame } from '../turn/turn-event.ts';
import type { Usage } from '../turn/turn.ts';
import { Conclusion } from './conclusion.ts';
import type { Effect, LaneSummary } from './effect.ts';
import type { HeldReply } from './held-reply.ts';
import type { LaneContext } from './lane-context.ts';
import { endlessError, repetitionEntry } from './loop-errors.ts';
import { refusedError, shutdownError } from './lane-errors.ts';
import type { DraftVerdict, ResponseLane, StoppedBy, UpstreamEnd } from './lane-input.ts';
import { CallLedger, entryCall } from './lane-records.ts';
import type { ReplyEnding } from './reply-end.ts';
import { mergeGuides } from './merge-guides.ts';
import { recoveryOf } from './recovery-options.ts';
import { isJsonText } from '../text/json-scanner.ts';
import { leavesAsItCame } from './judge-reply.ts';
import { ReplyReader } from './reply-reader.ts';
import type { Step } from './turn-books.ts';

/** Builds the response side of one exchange. Pure: no clock, no sockets; the gateway drives it and interprets its effects. */
export function createResponseLane(context: LaneContext): ResponseLane {
  return new Lane(context);
}

/** True where Signalbox may act on replies at all (contract 2.2): otherwise it observes, and only endings are kept valid. */
export function mayAct(context: LaneContext): boolean {
  const { request, settings } = context;
  return (
    request.tools.length > 0 &&
    !request.serverHeld &&
    !request.background &&
    !context.observeOnly &&
    settings['recovery.mode'] !== undefined
  );
}

type Phase = 'reading' | 'holding' | 'asking' | 'done';

class Lane implements ResponseLane {
  private readonly context: LaneContext;
  private readonly ledger = new CallLedger();
  private decoder: ReplyDecoder;
  private encoder: ReplyEncoder;
  private reader: ReplyReader;
  private readonly conclusion: Conclusion;
  private phase: Phase = 'reading';
  private hold: HeldReply | undefined;
  private out: OutChunk[] = [];
  private wholeBody = false;
  private graceSet = false;
  private repetition = new StreamRepetition();
  /** The client sees the first reply's id (wire 3.7). */
  private firstId = '';
  private secondUsage: Usage = { input: undefined, output: undefined };

  constructor(context: LaneContext) {
    this.context = context;
    this.decoder = context.codec.createDecoder();
    this.encoder = context.codec.createStreamEncoder(context.request);
    this.reader = this.createReader(false);
    this.conclusion = new Conclusion(context, this.ledger);
  }

  get holding(): boolean {
    return this.phase === 'holding' || this.phase === 'asking' || (this.phase === 'reading' && this.reader.queue.size > 0);
  }

  get finished(): boolean {
    return this.phase === 'done';
  }

  get sources(): readonly Sourced[] {
    return this.reader.sources;
  }

  frames(frames: readonly WireFrame[]): readonly Effect[] {
    const effects: Effect[] = [];
    for (const frame of frames) {
      if (this.phase !== 'reading') break;
      const sourced = { frame, events: this.decoder.push(frame) };
      const passed = this.reader.pass(sourced);
      if (passed === undefined) this.read(sourced, effects);
      else this.leave(passed);
    }
    if (this.phase === 'reading') this.watchText(effects);
    if (effects.length === 0) return this.sent();
    this.flush(effects);
    return effects;
  }

  body(rawBody: string): readonly Effect[] {
    const sources = this.context.codec.decodeBody(rawBody);
    if (sources === undefined) {
      // In place of a stream a client reads an empty reply out of it, and no error.
      if (this.conclusion.asked || this.context.request.stream || !isJsonText(rawBody)) return this.refuseBody(rawBody);
      this.phase = 'done';
      return [{ type: 'send-body', body: rawBody, changed: false }];
    }
    if (!this.wholeBody || !this.conclusion.asked) this.encoder = this.context.codec.createBodyEncoder(rawBody, this.context.request);
    this.wholeBody = true;
    this.reader = this.createReader(this.conclusion.withholdsAnswer);
    const effects: Effect[] = [];
    for (const sourced of sources) {
      if (this.phase !== 'reading') break;
      this.read(sourced, effects);
    }
    if (this.phase === 'reading') this.conclude('clean', effects);
    this.flush(effects);
    return effects;
  }

  /** A body that is no JSON (cut in the middle, empty, a web page) is not passed on as a reply: clients break on it (wire 3.5). */
  private refuseBody(rawBody: string): readonly Effect[] {
    const effects: Effect[] = [];
    if (rawBody.trim() !== '') this.reader.fold({ type: 'unreadable', detail: rawBody.slice(0, 200) });
    // In answer to a re-ask it is no answer: what the client is to have instead is known.
    const step = this.conclusion.asked
      ? this.conclusion.askFailed('its answer is no reply of this API', this.encoder)
      : this.conclusion.conclude('clean', this.reader, this.encoder);
    this.apply(step, effects);
    return effects;
  }

  upstreamEnd(how: UpstreamEnd): readonly Effect[] {
    if (this.phase !== 'reading') return [];
    const effects: Effect[] = [];
    this.conclude(how, effects);
    this.flush(effects);
    return effects;
  }

  settle(key: string, verdict: DraftVerdict): readonly Effect[] {
    const hold = this.hold;
    if (this.phase !== 'holding' || hold === undefined || hold.verdicts.has(key) || !hold.drafts.some((draft) => draft.key === key))
      return [];
    hold.verdicts.set(key, verdict);
    if (hold.verdicts.size < hold.drafts.length) return [];
    this.hold = undefined;
    const effects: Effect[] = [];
    const verdicts = hold.drafts.map((draft) => hold.verdicts.get(draft.key) ?? ({ type: 'expired' } as const));
    this.apply(this.conclusion.settled(hold.drafts, verdicts, this.reader, this.encoder), effects);
    this.flush(effects);
    return effects;
  }

  beginAgain(reply: { readonly type: 'started' } | { readonly type: 'failed'; readonly detail: string }): readonly Effect[] {
    if (this.phase !== 'asking') return [];
    const effects: Effect[] = [];
    if (reply.type === 'failed') {
      this.apply(this.conclusion.askFailed(reply.detail, this.encoder), effects);
    } else {
      this.phase = 'reading';
      this.graceSet = false;
      this.decoder = this.context.codec.createDecoder();
      if (this.firstId === '') this.firstId = this.reader.state.id;
      this.out.push(...this.conclusion.beginAnswer(this.reader, this.encoder));
      this.reader = this.createReader(this.conclusion.withholdsAnswer);
      this.repetition = new StreamRepetition();
    }
    this.flush(effects);
    return effects;
  }

  wake(): readonly Effect[] {
    if (this.phase !== 'reading' || !this.graceSet) return [];
    const effects: Effect[] = [];
    this.conclude('clean', effects);
    effects.push({ type: 'drop-upstream' });
    this.flush(effects);
    return effects;
  }

  keepAlive(): readonly OutChunk[] {
    if (this.phase === 'done' || this.wholeBody) return [];
    const out: OutChunk[] = [];
    // The upstream's own start or pings say as much: nothing of ours is needed beside them.
    const told = this.reader.releasePreamble(out);
    if (!told) out.push(this.encoder.keepAlive());
    return out.filter((chunk) => chunk.length > 0);
  }

  clientGone(): readonly Effect[] {
    if (this.phase === 'done') return [];
    this.phase = 'done';
    this.hold = undefined;
    return [...this.ledger.closeRest('withdrawn', 'the client left')];
  }

  stop(by: StoppedBy, reason: string): readonly Effect[] {
    if (this.phase === 'done') return [];
    this.phase = 'done';
    this.hold = undefined;
    const error = by === 'operator' ? refusedError(reason) : shutdownError();
    this.conclusion.stopped();
    return [...this.ledger.closeRest('cancelled', reason), { type: 'fail', error, inBand: [this.encoder.error(error)] }];
  }

  summary(): LaneSummary {
    const first = this.reader.choices[0];
    const usage = sumUsage(this.secondUsage, this.reader.state.usage);
    return {
      ...this.conclusion.outcome,
      finish: this.conclusion.finish ?? first?.finish ?? 'missing',
      calls: this.ledger.delivered,
      reasks: this.conclusion.reasks,
      replyId: this.firstId || this.reader.state.id,
      usage: { input: usage.input, output: usage.output },
    };
  }

  private createReader(withholdAll: boolean): ReplyReader {
    const { request, settings } = this.context;
    const acts = mayAct(this.context);
    // Where the operator, or a loop, has a word on every call, none leaves before it. Of a JSON body nothing does anyway.
    const alone = settings['calls.hold'] === 'perCall' && this.wholeBody;
    const everyCallWaits = this.context.holdEverything || this.context.blocked !== undefined || alone;
    const scans = acts && settings['recovery.mode'] !== 'off';
    return new ReplyReader({
      encoder: this.encoder,
      createScanner: () => (scans ? createLeakScanner(request.tools, recoveryOf(this.context)) : undefined),
      acts,
      withhold: !acts ? 'off' : everyCallWaits ? 'reply' : settings['calls.hold'],
      leavesAlone: (call) => leavesAsItCame(call, this.reader, this.context, this.conclusion.ids),
      withholdAll,
      eagerStart: this.context.codec.id === 'openai-responses',
    });
  }

  private read(sourced: Sourced, effects: Effect[]): void {
    const { state } = this.reader;
    const callsBefore = state.calls.size;
    this.reader.take(sourced, this.out);
    if (state.calls.size > callsBefore) this.seeCalls(effects);
    if (state.error !== undefined) return this.conclude('error', effects);
    if (state.ended) return this.conclude('terminated', effects);
    if (!this.graceSet && sourced.events.some((event) => event.type === 'finish')) {
      this.graceSet = true;
      this.flush(effects);
      effects.push({ type: 'wake-after', ms: this.context.settings['stall.graceMs'] });
    }
  }

  /** A text that repeats one block without end is told to the operator, and ended once it clearly is one (wire 3.5). */
  private watchText(effects: Effect[]): void {
    const first = this.reader.state.choices.get(0);
    if (first === undefined || this.context.watchLoops === false) return;
    const repetition = this.repetition.look(first.text);
    if (repetition === undefined) return;
    effects.push(repetitionEntry(repetition));
    if (!repetition.endless) return;
    const error = endlessError(repetition.times);
    this.conclusion.brokeLoop();
    this.apply({ effects: [], out: [], next: { type: 'fail', error, inBand: [this.encoder.error(error)] } }, effects);
    effects.push({ type: 'drop-upstream' });
  }

  private seeCalls(effects: Effect[]): void {
    for (const call of this.reader.state.calls.values()) {
      effects.push(...this.ledger.seen(entryCall(this.conclusion.keyOf(call.key), { id: call.id, name: call.name, arguments: '' }), true));
    }
  }

  private conclude(how: ReplyEnding, effects: Effect[]): void {
    if (how !== 'terminated') for (const event of this.decoder.end()) this.reader.fold(event);
    this.apply(this.conclusion.conclude(how, this.reader, this.encoder), effects);
  }

  /** Executes what the conclusion asks for. */
  private apply(step: Step, effects: Effect[]): void {
    for (const effect of mergeGuides(step.effects)) effects.push(effect);
    for (const chunk of step.out) this.out.push(chunk);
    switch (step.next.type) {
      case 'end':
        this.phase = 'done';
        for (const effect of this.ledger.closeRest('cancelled', 'the reply ended without it')) effects.push(effect);
        if (this.wholeBody) effects.push({ type: 'send-body', body: this.encoder.body(), changed: this.encoder.changed });
        else {
          this.flush(effects);
          effects.push({ type: 'end' });
        }
        return;
      case 'fail':
        this.phase = 'done';
        this.flush(effects);
        for (const effect of this.ledger.closeRest('cancelled', step.next.error.code)) effects.push(effect);
        effects.push({
          type: 'fail',
          error: step.next.error,
          inBand: step.next.inBand,
          ...(step.next.body === undefined ? {} : { body: step.next.body }),
        });
        return;
      case 'hold':
        this.phase = 'holding';
        this.hold = { drafts: step.next.drafts, verdicts: new Map() };
        this.flush(effects);
        effects.push({ type: 'hold', drafts: step.next.drafts });
        return;
      case 'ask':
        this.phase = 'asking';
        this.secondUsage = sumUsage(this.secondUsage, this.reader.state.usage);
        this.flush(effects);
        effects.push({ type: 'ask-again', body: step.next.body, cause: step.next.cause, guidance: step.next.guidance });
        return;
    }
  }

  private leave(chunk: OutChunk): void {
    if (chunk.length === 0) return;
    if (this.out.length === 0) this.out = [chunk];
    else this.out.push(chunk);
  }

  private leaving(): readonly OutChunk[] {
    const chunks = this.out;
    this.out = [];
    return chunks.some(isEmpty) ? chunks.filter((chunk) => !isEmpty(chunk)) : chunks;
  }

  /** What `flush` adds where nothing else happened: a list of exactly that costs no room for more. */
  private sent(): readonly Effect[] {
    const chunks = this.leaving();
    return this.wholeBody || chunks.length === 0 ? NOTHING : [{ type: 'send', chunks }];
  }

  /** Bytes collected so far become one `send`, in front of what follows. */
  private flush(effects: Effect[]): void {
    if (this.out.length === 0) return;
    const chunks = this.leaving();
    if (!this.wholeBody && chunks.length > 0) effects.push({ type: 'send', chunks });
  }
}

const NOTHING: readonly Effect[] = [];
const isEmpty = (chunk: OutChunk): boolean => chunk.length === 0;

/** Usage over a re-ask (wire 3.7): the last request's input, the sum of outputs. */
function sumUsage(first: Usage, second: Usage): Usage {
  const output = first.output === undefined && second.output === undefined ? undefined : (first.output ?? 0) + (second.output ?? 0);
  return { input: second.input ?? first.input, output };
}
