import { Buffer } from 'node:buffer';
import type { EntryBody } from '../../../shared/journal-entry.ts';
import { assertNever } from '../../../shared/result.ts';
import type { Outcome } from '../../../shared/vocabulary.ts';
import type { DialectCodec, GatewayError, OutChunk } from '../../core/dialect/dialect.ts';
import type { ApprovalDraft, Effect, LaneSummary } from '../../core/pipeline/effect.ts';
import type { DraftVerdict, ResponseLane } from '../../core/pipeline/lane-input.ts';
import type { WireFrame } from '../../core/turn/turn-event.ts';
import type { PlayedExchange, RecordedReply } from '../../journal/replay/recorded-exchange.ts';
import { upstreamFailure } from '../gateway-error.ts';
import type { TurnPlace } from '../turn-place.ts';
import { ReplyForm } from '../reply-form.ts';
import type { TransportFault, UpstreamHead } from '../upstream-client.ts';
import { MAX_REPLY_BYTES, UpstreamReply, type ReplyKind, type ReplySink, type ReplyUse } from '../upstream-reply.ts';

export interface OfflineExchangeInput {
  readonly lane: ResponseLane;
  readonly codec: DialectCodec;
  readonly place: Pick<TurnPlace, 'delivered' | 'guides'>;
  readonly streamAsked: boolean;
  readonly reply: RecordedReply;
  readonly further: readonly RecordedReply[];
  /** Who decides about a held call; it is asked once for each. */
  readonly decide: (draft: ApprovalDraft) => DraftVerdict;
  readonly record: (entry: EntryBody) => void;
}

/** What came out of it. */
export interface OfflineResult {
  /** Bytes that the client would have got. */
  readonly bytes: Buffer;
  readonly outcome: Outcome | undefined;
  /** The reply came in another form than was asked for, or under a wrong name. */
  readonly relabelled: boolean;
  readonly summary: LaneSummary | undefined;
  readonly error: PlayedExchange['error'];
  readonly reask: PlayedExchange['reask'];
}

type LaneInput = (lane: ResponseLane) => readonly Effect[];

/**
 * The offline twin of `Exchange`: drives the same lane with what was recorded, without sockets, clock or operator. A reply that the upstream
 * left open is woken once (the grace time) and then stalls. A re-ask whose answer was not recorded ends it.
 */
export class OfflineExchange implements ReplySink {
  private readonly input: OfflineExchangeInput;
  private readonly out: Buffer[] = [];
  private readonly waiting: { readonly stage: string; readonly input: LaneInput }[] = [];
  private readonly further: RecordedReply[];
  private running = false;
  private failed = false;
  private over = false;
  private reasking = false;
  private attempts = 0;
  private reasks = 0;
  private wakeDue = false;
  private dropped = false;
  private jsonBody: Buffer | undefined;
  private readonly form: ReplyForm;
  private status = 0;
  private outcome: Outcome | undefined;
  private error: PlayedExchange['error'];
  private reask: PlayedExchange['reask'];

  constructor(input: OfflineExchangeInput) {
    this.input = input;
    this.further = [...input.further];
    this.form = new ReplyForm({
      dialect: input.codec.id,
      streamAsked: input.streamAsked,
      onChange: (_type, change) => input.record({ type: 'stream-normalised', changes: [change] }),
    });
  }

  run(): OfflineResult {
    this.feed(this.input.reply);
    const { outcome, error, reask } = this;
    return { bytes: Buffer.concat(this.out), outcome, relabelled: this.form.changed, error, reask, summary: summaryOf(this.input.lane) };
  }

  // ---- the upstream's side

  /** Feeds one recorded answer; attempts begun while it runs are fed after it. */
  private feed(reply: RecordedReply): void {
    const attempt = ++this.attempts;
    this.dropped = false;
    this.wakeDue = false;
    const reader = new UpstreamReply(this, this.input.streamAsked);
    const stale = (): boolean => this.dropped || this.attempts !== attempt;
    const broke = {
      code: 'reset',
      detail: 'the recorded connection broke',
      headSeen: reply.status > 0,
      bytesSeen: reply.status > 0,
    } as const;
    if (reply.status === 0) return reader.onFault(broke);
    reader.onHead({ status: reply.status, statusText: '', headers: reply.headers });
    for (const chunk of reply.chunks) if (!stale()) reader.onData(Buffer.from(chunk));
    if (stale()) return;
    if (reply.eof === 'clean') return reader.onEnd();
    if (reply.eof === 'open') {
      if (this.wakeDue) this.give('wake', (lane) => lane.wake());
      if (!stale() && !this.over) this.give('upstream-end', (lane) => lane.upstreamEnd('stalled'));
      return;
    }
    reader.onFault(broke);
  }

  head(head: UpstreamHead, kind: ReplyKind): ReplyUse {
    this.status = head.status;
    if (this.reasking) {
      if (kind === 'other') return 'collect';
      this.reasking = false;
      this.give('begin-again', (lane) => lane.beginAgain({ type: 'started' }));
      return 'inspect';
    }
    return kind === 'other' ? 'pass' : 'inspect';
  }

  frames(frames: readonly WireFrame[]): void {
    if (frames.length > 0) this.give('frames', (lane) => lane.frames(frames));
  }

  body(received: Buffer, named: boolean): void {
    const form = this.form.of(received, named);
    if ('frames' in form) {
      this.frames(form.frames);
      return this.ended('clean');
    }
    const { bytes } = form;
    this.jsonBody = bytes;
    this.give('body', (lane) => lane.body(bytes.toString('utf8')));
  }

  mislabelled(): void {
    this.form.mislabelled();
  }

  ended(how: 'clean' | 'reset'): void {
    this.give('upstream-end', (lane) => lane.upstreamEnd(how));
  }

  tooLarge(bytes: readonly Buffer[]): void {
    const detail = `a JSON reply over ${MAX_REPLY_BYTES} bytes passes uninspected`;
    this.input.record({ type: 'limit-reached', kind: 'reply-size', detail });
    this.out.push(...bytes);
  }

  bytes(chunk: Buffer): void {
    this.out.push(chunk);
  }

  passed(status: number, detail: string): void {
    if (status < 400) return;
    for (const entry of upstreamFailure('http', status, '', detail)) this.input.record(entry);
    this.outcome = 'surface_error';
    this.error = { code: 'http-error', message: detail.slice(0, 500), status };
  }

  collected(status: number, detail: string): void {
    for (const entry of upstreamFailure('http', status, '', detail)) this.input.record(entry);
    this.failReask(`HTTP ${status}: ${detail.slice(0, 500)}`);
  }

  unreachable(fault: TransportFault): void {
    if (this.reasking) return this.failReask(`${fault.code}: ${fault.detail}`);
    this.outcome = 'surface_error';
    this.error = { code: 'signalbox_upstream_unreachable', message: fault.detail, status: 502 };
  }

  broken(fault: TransportFault): void {
    this.outcome = 'surface_error';
    this.error = { code: 'upstream-error', message: fault.detail, status: this.status };
  }

  frameTooLarge(bytes: number): void {
    this.input.record({ type: 'limit-reached', kind: 'frame-size', detail: `a frame over ${bytes} bytes passes unread` });
  }

  private failReask(detail: string): void {
    this.reasking = false;
    this.give('begin-again', (lane) => lane.beginAgain({ type: 'failed', detail }));
  }

  // ---- the lane's side

  /** One input at a time: inputs that arise while effects are interpreted wait their turn. */
  private give(stage: string, input: LaneInput): void {
    this.waiting.push({ stage, input });
    if (this.running) return;
    this.running = true;
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) this.step(next.stage, next.input);
    this.running = false;
    this.askAgain();
  }

  private step(stage: string, input: LaneInput): void {
    if (this.failed) return;
    let effects: readonly Effect[];
    try {
      effects = input(this.input.lane);
    } catch (cause) {
      this.failed = true;
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      this.error = { code: 'stage-failed', message: `a check of Signalbox itself failed: ${String(cause)}`, status: this.status };
      return this.input.record({ type: 'stage-failed', stage: `response-lane/${stage}`, detail });
    }
    this.wakeDue = false;
    for (const effect of effects) this.interpret(effect);
  }

  private interpret(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        for (const chunk of effect.chunks) this.out.push(bufferOf(chunk));
        return;
      case 'send-body':
        this.over = true;
        this.out.push(effect.changed || this.jsonBody === undefined ? Buffer.from(effect.body, 'utf8') : this.jsonBody);
        return;
      case 'fail':
        this.over = true;
        return this.fail(effect.error, effect.inBand, effect.body !== undefined);
      case 'end':
        this.over = true;
        return;
      case 'hold':
        for (const draft of effect.drafts) {
          const verdict = this.input.decide(draft);
          this.waiting.push({ stage: 'settle', input: (lane) => lane.settle(draft.key, verdict) });
        }
        return;
      case 'ask-again':
        this.reasks += 1;
        this.reasking = true;
        this.reask = { cause: effect.cause, guidance: effect.guidance };
        return this.input.record({
          type: 'reask-sent',
          cause: effect.cause,
          guidance: effect.guidance,
          attempt: this.reasks,
          usage: summaryOf(this.input.lane)?.usage ?? {},
        });
      case 'record':
        if (effect.entry.type === 'tool-call-delivered') this.input.place.delivered(effect.entry.call.id, effect.entry.call.arguments);
        return this.input.record(effect.entry);
      case 'attach-guide':
        return this.input.place.guides.attach({ callId: effect.callId, text: effect.text, pattern: effect.pattern });
      case 'drop-upstream':
        this.dropped = true;
        return;
      case 'wake-after':
        this.wakeDue = true;
        return;
      default:
        assertNever(effect);
    }
  }

  /** The recorded answer to a re-ask; without one it stays open what the model would have said. */
  private askAgain(): void {
    if (!this.reasking) return;
    const next = this.further.shift();
    if (next === undefined) {
      this.reasking = false;
      this.outcome = 'reask';
      this.dropped = true;
      return;
    }
    this.reask = undefined;
    this.feed(next);
  }

  private fail(error: GatewayError, inBand: readonly OutChunk[], upstreamsOwn: boolean): void {
    const committed = this.out.some((chunk) => chunk.length > 0);
    this.error = { code: upstreamsOwn ? 'upstream-error' : error.code, message: error.message, status: committed ? 200 : error.status };
    if (committed) for (const chunk of inBand) this.out.push(bufferOf(chunk));
  }
}

const bufferOf = (chunk: OutChunk): Buffer => (typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : Buffer.from(chunk));

function summaryOf(lane: ResponseLane): LaneSummary | undefined {
  try {
    return lane.summary();
  } catch {
    return undefined;
  }
}
