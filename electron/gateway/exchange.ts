import { Buffer } from 'node:buffer';
import { assertNever } from '../../shared/result.ts';
import type { Outcome } from '../../shared/vocabulary.ts';
import type { GatewayError, OutChunk } from '../core/dialect/dialect.ts';
import type { ApprovalDraft, Effect, LaneSummary } from '../core/pipeline/effect.ts';
import { cutError } from '../core/pipeline/lane-errors.ts';
import type { ResponseLane, UpstreamEnd } from '../core/pipeline/lane-input.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';
import { ClientStream } from './client-stream.ts';
import { laneContextOf, type ExchangeInput, type ExchangeServices } from './exchange-input.ts';
import { lateHttpError, unreachableError } from './gateway-error.ts';
import { unframedHeaders, type HeaderPairs } from './header-rules.ts';
import type { HoldTicket } from './ports.ts';
import { salvagedBody, SalvageReply } from './salvage-reply.ts';
import { StallClock } from './stall-clock.ts';
import { TurnLog, type TurnFigures } from './turn-log.ts';
import { UnsentFrames } from './unsent-frames.ts';
import { UpstreamAttempts } from './upstream-attempts.ts';
import type { TransportFault, UpstreamHead } from './upstream-client.ts';
import { MAX_REPLY_BYTES, UpstreamReply, type ReplyKind, type ReplySink, type ReplyUse } from './upstream-reply.ts';

/** Nothing is sent before this while only the upstream's head is awaited: one agent gives up at 120 s without headers (wire 3.4). */
const EARLY_HEAD_MS = 100_000;
/** How long an upstream may take to end after the reply was complete, so that its socket can be used again. */
const DRAIN_MS = 2_000;
/** An exchange is looked after this often (milliseconds). */
export const TICK_MS = 50;

/**
 * One inspected exchange: drives the response lane with what the upstream, the operator and the clock bring, and is the only
 * interpreter of its effects.
 */
export class Exchange {
  readonly turn: string;
  readonly session: string;
  private readonly services: ExchangeServices;
  private readonly input: ExchangeInput;
  private readonly onDone: () => void;
  private readonly client: ClientStream;
  private readonly log: TurnLog;
  private readonly attempts: UpstreamAttempts;
  private readonly stall: StallClock;
  private reply: UpstreamReply;
  private lane: ResponseLane | undefined;
  private salvage: SalvageReply | undefined;
  private head: UpstreamHead | undefined;
  private unsent = new UnsentFrames();
  private outbox: OutChunk[] = [];
  private jsonBody: Buffer | undefined;
  private upstreamOver: UpstreamEnd | undefined;
  private readonly queue: { readonly stage: string; readonly run: () => readonly Effect[] }[] = [];
  private driving = false;
  private reasking = false;
  private reasks = 0;
  private paused = false;
  private ticket: HoldTicket | undefined;
  private wakeTimer: NodeJS.Timeout | undefined;
  private overheadMs = 0;
  private status = 0;
  private outcome: Outcome | undefined;
  private error: TurnFigures['error'];
  private lastSummary: LaneSummary | undefined;
  private finishedAt: number | undefined;

  constructor(services: ExchangeServices, input: ExchangeInput, onDone: () => void) {
    this.services = services;
    this.input = input;
    this.onDone = onDone;
    this.turn = input.place.turn;
    this.session = input.place.session;
    this.log = new TurnLog(services.journal, {
      request: input.request,
      place: input.place,
      agent: input.profile.id,
      upstream: input.target.name,
      method: input.method,
      path: input.path,
      headers: input.agentHeaders,
      body: input.agentBody,
    });
    this.client = new ClientStream(input.response, services.now, (chunk) => this.log.tape.clientBytes(chunk));
    const stall = input.target.setting.stall;
    const limits = {
      firstByteMs: stall?.firstByteMs ?? input.settings['stall.firstByteMs'],
      idleMs: stall?.idleMs ?? input.settings['stall.idleMs'],
    };
    this.stall = new StallClock(limits, services.now());
    this.attempts = new UpstreamAttempts({
      agents: services.agents,
      method: input.method,
      first: input.target,
      fallbackOf: input.fallbackOf,
      headersFor: input.headersFor,
      maxResends: input.settings['retry.max'],
      record: (entry) => this.log.record(entry),
      onSend: () => this.stall.restart(services.now()),
    });
    this.reply = this.newReply();
    input.response.on('close', () => this.onClientClose());
    input.response.on('error', () => this.onClientClose());
    input.response.on('drain', () => this.onClientDrain());
  }

  start(): void {
    for (const { entry, alert } of this.input.records) this.log.record(entry, alert);
    const { answer } = this.input;
    if (answer !== undefined) {
      this.outcome = 'break_loop';
      this.failNow(answer, undefined);
      return this.finish();
    }
    this.lane = this.newLane();
    if (this.input.sent.changed) this.log.tape.forwarded(0, this.input.sent.text);
    this.overheadMs += this.services.now() - this.input.receivedAt;
    this.askFirst();
  }

  /** The clock's turn: stalls, keep-alives, a drain that takes too long. Called every `TICK_MS` until it answers true: all is over. */
  tick(): boolean {
    const now = this.services.now();
    if (this.finishedAt !== undefined) {
      if (now - this.finishedAt > DRAIN_MS) this.attempts.abort();
      return !this.attempts.active;
    }
    const mayStall = this.input.request.stream && this.attempts.active && this.reply.streaming;
    if (this.paused) this.stall.excuse(now);
    else if (mayStall && this.stall.isStalled(now)) {
      this.onStall();
      return false;
    }
    this.keepAlive(now);
    return false;
  }

  /** The operator ends the turn, or the program stops: the lane ends the reply in its dialect. */
  stop(reason: string): void {
    if (this.finishedAt !== undefined) return;
    this.attempts.abort();
    if (this.isInspecting()) this.drive('stop', (lane) => lane.stop(reason));
    if (!this.client.ended) this.client.destroy();
    this.finish();
  }

  /** Ends everything at once, whatever state it is in. */
  kill(): void {
    this.attempts.abort();
    this.client.destroy();
    this.finish();
  }

  // ---- the upstream's side

  private newLane(): ResponseLane {
    const { ports, createLane } = this.services;
    return createLane(laneContextOf(this.input, this.attempts.target, ports.switches(this.input.place.session)));
  }

  private askFirst(): void {
    const { bytes, changed } = this.input.sent;
    this.reply = this.newReply();
    this.attempts.ask({ body: bytes, changed }, true, this.reply, this.log.tape);
  }

  private newReply(): UpstreamReply {
    const sink: ReplySink = {
      head: (head, kind) => this.onHead(head, kind),
      frames: (frames) => this.onFrames(frames),
      body: (bytes) => this.onBody(bytes),
      tooLarge: (bytes) => this.onLargeBody(bytes),
      bytes: (chunk) => this.relay([chunk]),
      ended: (how) => this.onReplyEnd(how),
      passed: (status, detail) => this.onPassed(status, detail),
      collected: (status, detail) => this.onCollected(status, detail),
      unreachable: (fault) => this.onUnreachable(fault),
      broken: (fault) => this.onBroken(fault),
      frameTooLarge: (bytes) =>
        this.log.record({ type: 'limit-reached', kind: 'frame-size', detail: `a frame over ${bytes} bytes passes unread` }),
    };
    return new UpstreamReply(sink, this.input.request.stream);
  }

  private onHead(head: UpstreamHead, kind: ReplyKind): ReplyUse {
    this.stall.heard(this.services.now(), false);
    if (this.reasking) {
      if (kind === 'other') return 'collect';
      this.reasking = false;
      this.drive('begin-again', (lane) => lane.beginAgain({ type: 'started' }));
      return 'inspect';
    }
    this.head = head;
    if (kind !== 'other' && !(kind === 'json' && this.client.committed)) return 'inspect';
    if (this.client.committed) return 'collect';
    const { name } = this.attempts.target;
    if (head.status >= 400 && this.attempts.fallBack(`http ${head.status}`)) {
      this.log.record({ type: 'upstream-failed', cause: 'http', status: head.status, upstream: name, detail: '' });
      this.startOver();
      return 'collect';
    }
    this.status = head.status;
    this.client.commit(head.status, head.statusText, [...head.headers, this.turnHeader()]);
    return 'pass';
  }

  private onFrames(frames: readonly WireFrame[]): void {
    const started = this.services.now();
    this.stall.heard(started, hasEvent(frames));
    if (frames.length === 0) return;
    if (this.salvage !== undefined) this.relay(this.salvage.push(frames).map((frame) => frame.raw));
    else {
      this.unsent.received(frames);
      this.drive('frames', (lane) => lane.frames(frames));
      this.holdBackWhenFull();
    }
    this.overheadMs += this.services.now() - started;
  }

  private onBody(bytes: Buffer): void {
    const started = this.services.now();
    this.jsonBody = bytes;
    this.upstreamOver = 'clean';
    this.drive('body', (lane) => lane.body(bytes.toString('utf8')));
    this.overheadMs += this.services.now() - started;
  }

  private onReplyEnd(how: UpstreamEnd): void {
    this.upstreamOver = how;
    if (this.salvage !== undefined) this.endSalvage(this.salvage, how);
    else this.drive('upstream-end', (lane) => lane.upstreamEnd(how));
  }

  /** A JSON reply over the bound goes on as it came. */
  private onLargeBody(bytes: readonly Buffer[]): void {
    this.log.record({ type: 'limit-reached', kind: 'reply-size', detail: `a JSON reply over ${MAX_REPLY_BYTES} bytes passes uninspected` });
    this.commitReply();
    this.relay(bytes);
  }

  private onPassed(status: number, detail: string): void {
    if (status >= 400) this.surfaceHttpError(status, detail);
    this.client.end();
    this.finish();
  }

  /** An HTTP error that cannot be passed on any more: to a re-ask, or after the head. */
  private onCollected(status: number, detail: string): void {
    if (this.reasking) {
      this.log.record({ type: 'upstream-failed', cause: 'http', status, upstream: this.attempts.target.name, detail });
      return this.failReask(`HTTP ${status}: ${detail.slice(0, 500)}`);
    }
    this.surfaceHttpError(status, detail);
    this.failNow(lateHttpError(this.attempts.target, status, detail.slice(0, 500)), undefined);
    this.finish();
  }

  private surfaceHttpError(status: number, detail: string): void {
    this.log.record({ type: 'upstream-failed', cause: 'http', status, upstream: this.attempts.target.name, detail });
    this.outcome = 'surface_error';
    this.error = { code: 'http-error', message: detail.slice(0, 500) };
  }

  private onUnreachable(fault: TransportFault): void {
    if (this.reasking) return this.failReask(`${fault.code}: ${fault.detail}`);
    this.outcome = 'surface_error';
    this.failNow(unreachableError(this.attempts.target, fault), undefined);
    this.finish();
  }

  private onBroken(fault: TransportFault): void {
    this.outcome = 'surface_error';
    this.error = { code: 'upstream-error', message: fault.detail };
    this.client.destroy();
    this.finish();
  }

  private onStall(): void {
    this.attempts.abort();
    const { name } = this.attempts.target;
    this.log.record({
      type: 'upstream-failed',
      cause: 'stalled',
      status: this.head?.status ?? 0,
      upstream: name,
      detail: 'no event within the stall limit',
    });
    if (this.reasking) this.failReask('the endpoint sent nothing within the stall limit');
    else this.onReplyEnd('stalled');
  }

  private failReask(detail: string): void {
    this.reasking = false;
    this.upstreamOver = 'reset';
    this.drive('begin-again', (lane) => lane.beginAgain({ type: 'failed', detail }));
  }

  // ---- the lane

  /** The lane decides about the reply; false: bytes are passed on, or the lane has failed. */
  private isInspecting(): boolean {
    return this.lane !== undefined && !this.client.ended && !(this.client.committed && this.head !== undefined && this.head.status >= 300);
  }

  /** Gives the lane one input and interprets what it wants; inputs that arrive meanwhile wait their turn. */
  private drive(stage: string, run: (lane: ResponseLane) => readonly Effect[]): void {
    this.queue.push({ stage, run: () => (this.lane === undefined ? [] : run(this.lane)) });
    if (this.driving) return;
    this.driving = true;
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) this.step(next.stage, next.run);
    this.driving = false;
    if (this.client.ended || this.client.gone) this.finish();
  }

  private step(stage: string, run: () => readonly Effect[]): void {
    if (this.wakeTimer !== undefined) clearTimeout(this.wakeTimer);
    this.wakeTimer = undefined;
    let effects: readonly Effect[];
    try {
      effects = run();
    } catch (cause) {
      return this.onLaneFailure(stage, cause);
    }
    for (const effect of effects) {
      if (effect.type === 'fail' && this.mayAvert(effect.error)) {
        for (const other of effects) if (other.type === 'record' && effects.indexOf(other) > effects.indexOf(effect)) this.interpret(other);
        return this.startOver();
      }
      this.interpret(effect);
    }
    this.flush();
  }

  private interpret(effect: Effect): void {
    switch (effect.type) {
      case 'send':
        for (const chunk of effect.chunks) this.outbox.push(chunk);
        return;
      case 'send-body':
        return this.sendBody(effect.changed || this.jsonBody === undefined ? Buffer.from(effect.body, 'utf8') : this.jsonBody);
      case 'fail':
        this.flush();
        return this.failNow(effect.error, effect.inBand, effect.body);
      case 'end':
        this.flush();
        this.commitReply();
        return this.client.end();
      case 'hold':
        this.flush();
        return this.hold(effect.drafts);
      case 'ask-again':
        this.flush();
        return this.askAgain(effect.body, effect.cause, effect.guidance);
      case 'record':
        if (effect.entry.type === 'tool-call-delivered') this.input.place.delivered(effect.entry.call.id);
        return this.log.record(effect.entry, effect.alert);
      case 'attach-guide':
        return this.input.place.guides.attach({ callId: effect.callId, text: effect.text, pattern: effect.pattern });
      case 'drop-upstream':
        return this.attempts.abort();
      case 'wake-after':
        this.wakeTimer = setTimeout(() => this.drive('wake', (lane) => lane.wake()), effect.ms);
        return;
      default:
        assertNever(effect);
    }
  }

  private hold(drafts: readonly ApprovalDraft[]): void {
    const { place, request, profile } = this.input;
    if (this.client.gone) return;
    const owner = {
      session: place.session,
      thread: place.thread,
      turn: place.turn,
      agent: profile.id,
      model: request.model,
      upstream: this.attempts.target.name,
    };
    this.ticket = this.services.ports.desk.hold(owner, drafts, (key, verdict) => {
      if (this.finishedAt === undefined) this.drive('settle', (lane) => lane.settle(key, verdict));
    });
  }

  private askAgain(body: string, cause: string, guidance: string): void {
    if (this.client.gone) return;
    this.reasks += 1;
    this.reasking = true;
    this.upstreamOver = undefined;
    this.jsonBody = undefined;
    this.log.record({ type: 'reask-sent', cause, guidance, attempt: this.reasks, usage: summaryOf(this.lane)?.usage ?? {} });
    this.reply = this.newReply();
    this.attempts.ask({ body: Buffer.from(body, 'utf8'), changed: true }, false, this.reply, this.log.tape);
    this.log.tape.forwarded(this.attempts.attempt, body);
  }

  /** Goes over to a fallback upstream while nothing has reached the client (wire 3.5); false: the error stands. */
  private mayAvert(error: GatewayError): boolean {
    if (this.client.committed || this.client.gone || !error.retryable || this.reasks > 0) return false;
    const { name } = this.attempts.target;
    if (!this.attempts.fallBack(error.code)) return false;
    this.log.record({ type: 'upstream-failed', cause: error.code, status: this.head?.status ?? 0, upstream: name, detail: error.message });
    return true;
  }

  private startOver(): void {
    this.outbox = [];
    this.queue.length = 0;
    this.unsent = new UnsentFrames();
    this.head = undefined;
    this.jsonBody = undefined;
    this.upstreamOver = undefined;
    this.lane = this.newLane();
    this.askFirst();
  }

  // ---- our own failure (contract 2.7): traffic goes on, a call in doubt does not

  private onLaneFailure(stage: string, cause: unknown): void {
    const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    this.log.record({ type: 'stage-failed', stage: `response-lane/${stage}`, detail }, true);
    const { lane } = this;
    this.lastSummary = summaryOf(lane);
    this.lane = undefined;
    this.outbox = [];
    this.queue.length = 0;
    const wasHeld = this.ticket !== undefined;
    this.ticket?.withdraw();
    if (this.client.ended || this.client.gone) return;
    if (this.unsent.altered || this.reasks > 0) return this.failNow(failedCheck(), undefined);
    if (this.jsonBody !== undefined) {
      const whole = !wasHeld && salvagedBody(this.input.codec, this.jsonBody.toString('utf8'));
      return whole ? this.sendBody(this.jsonBody) : this.failNow(failedCheck(), undefined);
    }
    const salvage = new SalvageReply(this.input.codec.createDecoder(), wasHeld);
    const rest = this.unsent.rest();
    const waiting = new Set(rest);
    salvage.replay(framesOf(lane).filter((frame) => !waiting.has(frame)));
    this.salvage = salvage;
    this.relay(salvage.push(rest).map((frame) => frame.raw));
    if (this.upstreamOver !== undefined) this.endSalvage(salvage, this.upstreamOver);
  }

  private endSalvage(salvage: SalvageReply, how: UpstreamEnd): void {
    const frames = salvage.end(how);
    if (frames === undefined) this.failNow(failedCheck(), undefined);
    else {
      this.relay(frames.map((frame) => frame.raw));
      this.client.end();
    }
    this.finish();
  }

  // ---- the client's side

  private flush(): void {
    if (this.outbox.length === 0) return;
    const chunks = this.outbox;
    this.outbox = [];
    this.unsent.sent(chunks);
    this.commitReply();
    this.client.write(chunks);
  }

  /** Bytes that nobody judges. */
  private relay(chunks: readonly Uint8Array[]): void {
    if (chunks.length === 0) return;
    this.commitReply();
    this.client.write(chunks);
    this.holdBackWhenFull();
  }

  private turnHeader(): readonly [string, string] {
    return ['x-signalbox-turn', this.turn];
  }

  /** Commits the upstream's head, or an event stream's when the first bytes are ours. */
  private commitReply(): void {
    if (this.client.committed) return;
    const { head } = this;
    this.status = head?.status ?? 200;
    const headers = head === undefined ? earlyHead : unframedHeaders(head.headers);
    this.client.commit(this.status, head?.statusText ?? '', [...headers, this.turnHeader()]);
  }

  private sendBody(bytes: Buffer): void {
    const { head } = this;
    this.status = head?.status ?? 200;
    const headers = unframedHeaders(head?.headers ?? [['content-type', 'application/json']]);
    this.client.answer(
      this.status,
      head?.statusText ?? '',
      [...headers, ['content-length', String(bytes.length)], this.turnHeader()],
      bytes,
    );
  }

  private failNow(error: GatewayError, inBand: readonly OutChunk[] | undefined, body?: string): void {
    this.error ??= { code: body === undefined ? error.code : 'upstream-error', message: error.message };
    if (this.client.committed) {
      this.client.write(inBand ?? [this.input.codec.createStreamEncoder().error(error)]);
      return this.client.end();
    }
    const answer = this.input.codec.encodeError(error);
    const bytes = Buffer.from(body ?? answer.body, 'utf8');
    this.status = answer.status;
    const headers: HeaderPairs = [
      ...unframedHeaders(Object.entries(answer.headers)),
      ['content-length', String(bytes.length)],
      this.turnHeader(),
    ];
    this.client.answer(answer.status, '', headers, bytes);
  }

  private keepAlive(now: number): void {
    const { lane, client } = this;
    if (lane === undefined || !this.input.request.stream || client.ended || client.gone) return;
    const onlyAwaitsHead = this.attempts.active && this.reply.waiting && !this.reasking && !client.committed;
    const withholds = lane.holding || this.reasking || (this.reply.waiting && client.committed);
    if (!onlyAwaitsHead && !withholds) return;
    if (now + TICK_MS - client.lastWriteAt < (onlyAwaitsHead ? EARLY_HEAD_MS : this.input.settings['keepAlive.intervalMs'])) return;
    const chunks = lane.keepAlive().filter((chunk) => chunk.length > 0);
    this.commitReply();
    if (chunks.length === 0) return client.flushHead();
    this.unsent.sent(chunks.filter((chunk) => typeof chunk !== 'string'));
    client.write(chunks);
  }

  private holdBackWhenFull(): void {
    if (this.paused || this.finishedAt !== undefined || !this.client.full) return;
    this.paused = true;
    this.attempts.pause();
  }

  private onClientDrain(): void {
    if (!this.paused) return;
    this.paused = false;
    this.attempts.resume();
  }

  private onClientClose(): void {
    if (this.finishedAt !== undefined || this.client.ended) return;
    this.attempts.abort();
    this.error = { code: 'client-gone', message: 'the client closed the connection' };
    this.drive('client-gone', (lane) => lane.clientGone());
    this.finish();
  }

  private finish(): void {
    if (this.finishedAt !== undefined || this.driving) return;
    const now = this.services.now();
    this.finishedAt = now;
    if (this.wakeTimer !== undefined) clearTimeout(this.wakeTimer);
    this.ticket?.withdraw();
    const { input, client } = this;
    this.log.ended(summaryOf(this.lane) ?? this.lastSummary, {
      outcome: this.outcome,
      status: this.status,
      durationMs: now - input.receivedAt,
      firstByteMs: client.firstWriteAt === undefined ? undefined : client.firstWriteAt - input.receivedAt,
      overheadMs: this.overheadMs,
      requestBytes: input.requestBytes,
      responseBytes: client.bytes,
      error: this.error,
    });
    input.place.ended(this.error === undefined ? 'ok' : this.error.code === 'signalbox_cut' ? 'cut' : 'failed');
    this.attempts.discard();
    this.onDone();
  }
}

const hasEvent = (frames: readonly WireFrame[]): boolean => frames.some((frame) => frame.data !== undefined);

const earlyHead: HeaderPairs = [
  ['content-type', 'text/event-stream'],
  ['cache-control', 'no-cache'],
];

const failedCheck = (): GatewayError => cutError('a check of Signalbox itself failed.', false);

function summaryOf(lane: ResponseLane | undefined): LaneSummary | undefined {
  try {
    return lane?.summary();
  } catch {
    return undefined;
  }
}

function framesOf(lane: ResponseLane | undefined): readonly WireFrame[] {
  try {
    return lane?.sources.map((source) => source.frame) ?? [];
  } catch {
    return [];
  }
}
