import { Buffer } from 'node:buffer';
import type { Outcome } from '../../shared/vocabulary.ts';
import type { GatewayError } from '../core/dialect/dialect.ts';
import type { ApprovalDraft } from '../core/pipeline/effect.ts';
import type { ResponseLane, StoppedBy, UpstreamEnd } from '../core/pipeline/lane-input.ts';
import { ClientReply } from './client-reply.ts';
import { EffectInterpreter } from './effect-interpreter.ts';
import { laneContextOf, type ExchangeInput, type ExchangeServices } from './exchange-input.ts';
import { lateHttpError, unreachableError } from './gateway-error.ts';
import { LaneDriver } from './lane-driver.ts';
import type { HoldTicket } from './ports.ts';
import { repeatedRefusal } from './repeated-refusal.ts';
import { ReplyForm } from './reply-form.ts';
import { ReplyPacing } from './reply-pacing.ts';
import { ReplyTail } from './reply-tail.ts';
import type { SalvageReply } from './salvage-reply.ts';
import type { SseFrame } from './sse-frames.ts';
import { sendStandIn } from './stand-in-reply.ts';
import { tellOnce } from './tell-place.ts';
import { endSalvagedReply, takeOverReply } from './take-over-reply.ts';
import { TurnLog } from './turn-log.ts';
import { UpstreamAttempts } from './upstream-attempts.ts';
import type { TransportFault, UpstreamHead } from './upstream-client.ts';
import { MAX_REPLY_BYTES, UpstreamReply, type ReplyKind, type ReplySink, type ReplyUse } from './upstream-reply.ts';

/** How long an upstream may take to end after the reply was complete, so that its socket can be used again. */
const DRAIN_MS = 2_000;

/**
 * One inspected exchange: drives the response lane with what the upstream, the operator and the clock bring.
 */
export class Exchange implements ReplySink {
  readonly turn: string;
  readonly session: string;
  private readonly services: ExchangeServices;
  private readonly input: ExchangeInput;
  private readonly onDone: () => void;
  private readonly client: ClientReply;
  private readonly log: TurnLog;
  private readonly attempts: UpstreamAttempts;
  private readonly pacing: ReplyPacing;
  private readonly driver: LaneDriver;
  private readonly form: ReplyForm;
  private readonly effects: EffectInterpreter;
  private readonly tail: ReplyTail;
  private readonly tellPlace: () => void;
  private reply: UpstreamReply;
  /** Takes over when the lane has failed. */
  private salvage: SalvageReply | undefined;
  private jsonBody: Buffer | undefined;
  private upstreamOver: UpstreamEnd | undefined;
  /** The answer to a re-ask is awaited. */
  private reasking = false;
  private reasks = 0;
  private ticket: HoldTicket | undefined;
  private overheadMs = 0;
  private outcome: Outcome | undefined;
  private finishedAt: number | undefined;

  /** `onDone` is called once, when the client has its answer or is gone. */
  constructor(services: ExchangeServices, input: ExchangeInput, onDone: () => void) {
    const { place, response } = input;
    const { clock } = services;
    const now = (): number => clock.now();
    this.services = services;
    this.input = input;
    this.onDone = onDone;
    this.turn = place.turn;
    this.session = place.session;
    this.log = new TurnLog(services.journal, input);
    this.client = new ClientReply(response, input.codec, place.turn, now, (chunk) => this.log.tape.clientBytes(chunk));
    this.attempts = new UpstreamAttempts({
      agents: services.agents,
      input,
      record: (entry) => this.log.record(entry),
      onSend: () => this.pacing.asked(),
      onFailure: (cause) => this.kill(cause),
    });
    this.pacing = new ReplyPacing({ client: this.client, attempts: this.attempts, input, now });
    this.reply = new UpstreamReply(this, input.request.stream);
    this.form = new ReplyForm({
      dialect: input.codec.id,
      streamAsked: input.request.stream,
      onChange: (type, change) => {
        this.client.relabel(type);
        this.log.record({ type: 'stream-normalised', changes: [change] });
      },
    });
    this.tail = new ReplyTail({ client: this.client, clock, record: (entry) => this.log.record(entry), onEnd: () => this.finish() });
    this.tellPlace = tellOnce(place, this.client, this.log, () => this.driver.summary()?.replyId ?? '');
    this.driver = new LaneDriver({
      clock,
      apply: (effects) => this.effects.apply(effects),
      onFailure: (stage, cause, lane) => this.onLaneFailure(stage, cause, lane),
      onBreak: (cause) => this.kill(cause),
      onIdle: () => void (this.client.over && this.finish()),
    });
    this.effects = new EffectInterpreter({
      client: this.client,
      log: this.log,
      place,
      bodyAsItCame: () => (this.reasks === 0 ? this.jsonBody : undefined),
      end: () => this.tail.begin(this.upstreamOver === undefined && this.reasks === 0, this.tellPlace),
      hold: (drafts) => this.hold(drafts),
      askAgain: (body, cause, guidance) => this.askAgain(body, cause, guidance),
      dropUpstream: () => this.attempts.abort(),
      wakeAfter: (ms) => this.driver.wakeAfter(ms),
      averts: (error, told) => this.averts(error, told),
      startOver: () => this.startOver(),
    });
    for (const event of ['close', 'error']) response.on(event, () => this.onClientClose());
    response.on('drain', () => this.pacing.drained());
  }

  start(): void {
    const { records, answer, reply, sent, receivedAt } = this.input;
    for (const { entry, alert } of records) this.log.record(entry, alert);
    if (answer !== undefined) {
      this.client.fail(answer);
      return this.finish('break_loop');
    }
    if (reply !== undefined) {
      sendStandIn(reply, this.input, this.client);
      return this.finish('stand_in');
    }
    if (sent.changed) this.log.tape.forwarded(0, sent.bytes);
    this.overheadMs += this.services.clock.now() - receivedAt;
    this.askFirst();
  }

  /** The clock's turn: stalls, keep-alives, a drain that takes too long. Called every `TICK_MS` until it answers true: all is over. */
  tick(): boolean {
    const now = this.services.clock.now();
    if (this.finishedAt !== undefined) {
      if (now - this.finishedAt > DRAIN_MS) this.attempts.abort();
      return !this.attempts.active;
    }
    const { lane } = this.driver;
    const { streaming, waiting } = this.reply;
    const due = this.pacing.check({ onStream: streaming, onHead: waiting, withheld: this.reasking || (lane?.holding ?? false) });
    if (due === 'stalled') this.onStall();
    if (due === 'keep-alive' && lane !== undefined) this.client.keepAlive(lane.keepAlive());
    return false;
  }

  /** The operator ends the turn, or the program stops: the lane ends the reply in its dialect. */
  stop(by: StoppedBy, reason: string): void {
    if (this.finishedAt !== undefined || this.tail.close()) return;
    this.attempts.abort();
    if (this.client.upstreamStatus < 300) this.driver.give('stop', (lane) => lane.stop(by, reason));
    if (!this.client.over) this.client.stream.destroy();
    this.finish();
  }

  /** Ends everything at once, whatever state it is in. `cause`: something of ours threw outside the lane (contract 2.7). */
  kill(cause?: unknown): void {
    if (cause !== undefined) this.log.stageFailed('exchange', cause);
    this.attempts.abort();
    this.client.stream.destroy();
    this.finish();
  }

  // ---- the upstream's side

  private askFirst(): void {
    const { ports, createLane } = this.services;
    const { place, sent } = this.input;
    this.driver.begin(createLane(laneContextOf(this.input, this.attempts.target, ports.switches(place.session))));
    this.reply = new UpstreamReply(this, this.input.request.stream);
    this.attempts.ask({ body: sent.bytes, changed: sent.changed }, true, this.reply, this.log.tape);
  }

  head(head: UpstreamHead, kind: ReplyKind): ReplyUse {
    this.pacing.heard(this.services.clock.now(), false);
    if (this.reasking) {
      if (kind === 'other') return 'collect';
      this.reasking = false;
      this.driver.give('begin-again', (lane) => lane.beginAgain({ type: 'started' }));
      return 'inspect';
    }
    this.client.expect(head);
    if (kind !== 'other') return 'inspect';
    if (this.client.committed) return 'collect';
    const { name } = this.attempts.target;
    if (head.status >= 400 && this.attempts.fallBack(`http ${head.status}`)) {
      this.log.failure('http', head.status, name, '');
      this.startOver();
      return 'collect';
    }
    this.client.passHead(head, this.attempts.target);
    return 'pass';
  }

  frames(frames: readonly SseFrame[]): void {
    const started = this.services.clock.now();
    this.pacing.heard(started, hasEvent(frames));
    if (frames.length === 0) return;
    if (this.salvage !== undefined) this.client.relay(this.salvage.push(frames).map((frame) => frame.raw));
    else if (this.tail.open) this.tail.take(frames);
    else {
      this.client.received(frames);
      this.driver.give('frames', (lane) => lane.frames(frames));
    }
    this.pacing.holdBackWhenFull();
    this.overheadMs += this.services.clock.now() - started;
  }

  body(received: Buffer, named: boolean): void {
    const started = this.services.clock.now();
    const form = this.form.of(received, named);
    if ('frames' in form) {
      this.frames(form.frames);
      return this.ended('clean');
    }
    const { bytes } = form;
    if (this.client.committed) return this.collected(this.client.upstreamStatus, bytes.toString('utf8', 0, 16_384));
    this.jsonBody = bytes;
    this.upstreamOver = 'clean';
    this.driver.give('body', (lane) => lane.body(bytes.toString('utf8')));
    this.overheadMs += this.services.clock.now() - started;
  }

  mislabelled(): void {
    this.form.mislabelled();
  }

  ended(how: UpstreamEnd): void {
    this.upstreamOver = how;
    if (this.tail.close()) return;
    if (this.salvage === undefined) return this.driver.give('upstream-end', (lane) => lane.upstreamEnd(how));
    endSalvagedReply(this.salvage, this.client, how);
    this.finish();
  }

  /** A JSON reply over the bound goes on as it came. */
  tooLarge(bytes: readonly Buffer[]): void {
    this.log.record({ type: 'limit-reached', kind: 'reply-size', detail: `a JSON reply over ${MAX_REPLY_BYTES} bytes passes uninspected` });
    this.client.relay(bytes);
    this.pacing.holdBackWhenFull();
  }

  bytes(chunk: Buffer): void {
    this.client.relay([chunk]);
    this.pacing.holdBackWhenFull();
  }

  frameTooLarge(bytes: number): void {
    this.log.record({ type: 'limit-reached', kind: 'frame-size', detail: `a frame over ${bytes} bytes passes unread` });
  }

  passed(status: number, detail: string): void {
    if (status >= 400) this.surfaceHttpError(status, detail);
    this.client.stream.end();
    this.finish();
  }

  /** An HTTP error that cannot be passed on any more: to a re-ask, or after the head. */
  collected(status: number, detail: string): void {
    const { target } = this.attempts;
    if (this.reasking) {
      this.log.failure('http', status, target.name, detail);
      return this.failReask(`HTTP ${status}: ${detail.slice(0, 500)}`);
    }
    this.surfaceHttpError(status, detail);
    this.client.fail(lateHttpError(target, status, detail.slice(0, 500)));
    this.finish();
  }

  private surfaceHttpError(status: number, detail: string): void {
    this.log.failure('http', status, this.attempts.target.name, detail);
    this.outcome = 'surface_error';
    const repeated = repeatedRefusal(this.input.place, status, detail);
    if (repeated !== undefined) this.log.record(repeated, true);
    this.client.error = { code: 'http-error', message: detail.slice(0, 500) };
  }

  unreachable(fault: TransportFault): void {
    if (this.reasking) return this.failReask(`${fault.code}: ${fault.detail}`);
    this.outcome = 'surface_error';
    this.client.fail(unreachableError(this.attempts.target, fault));
    this.finish();
  }

  broken(fault: TransportFault): void {
    this.outcome = 'surface_error';
    this.client.error = { code: 'upstream-error', message: fault.detail };
    this.client.stream.destroy();
    this.finish();
  }

  private onStall(): void {
    this.attempts.abort();
    if (this.reasking || this.salvage !== undefined)
      this.log.failure('stalled', this.client.upstreamStatus, this.attempts.target.name, 'no event within the stall limit');
    if (this.reasking) this.failReask('the endpoint sent nothing within the stall limit');
    else this.ended('stalled');
  }

  private failReask(detail: string): void {
    this.reasking = false;
    this.upstreamOver = 'reset';
    this.driver.give('begin-again', (lane) => lane.beginAgain({ type: 'failed', detail }));
  }

  // ---- the lane's effects

  private hold(drafts: readonly ApprovalDraft[]): void {
    const { place, request, profile } = this.input;
    if (this.client.over) return;
    const { session, thread, turn } = place;
    const owner = { session, thread, turn, agent: profile.id, model: request.model, upstream: this.attempts.target.name };
    this.ticket = this.services.ports.desk.hold(owner, drafts, (key, verdict) => {
      if (this.finishedAt === undefined) this.driver.give('settle', (lane) => lane.settle(key, verdict));
    });
  }

  private askAgain(body: string, cause: string, guidance: string): void {
    if (this.client.over) return;
    this.reasks += 1;
    this.reasking = true;
    this.upstreamOver = undefined;
    this.jsonBody = undefined;
    this.log.record({ type: 'reask-sent', cause, guidance, attempt: this.reasks, usage: this.driver.summary()?.usage ?? {} });
    this.reply = new UpstreamReply(this, this.input.request.stream);
    this.attempts.ask({ body: Buffer.from(body, 'utf8'), changed: true }, false, this.reply, this.log.tape);
    this.log.tape.forwarded(this.attempts.attempt, body);
  }

  /** Goes over to a fallback upstream while nothing has reached the client (wire 3.5); false: the error stands. `told`: the journal knows why. */
  private averts(error: GatewayError, told: boolean): boolean {
    if (this.client.committed || this.client.over || !error.retryable || this.reasks > 0) return false;
    const { name } = this.attempts.target;
    if (!this.attempts.fallBack(error.code)) return false;
    if (!told) this.log.failure(error.code, this.client.upstreamStatus, name, error.message);
    return true;
  }

  private startOver(): void {
    this.effects.forget();
    this.client.expect(undefined);
    this.jsonBody = undefined;
    this.upstreamOver = undefined;
    this.askFirst();
  }

  // ---- our own failure (contract 2.7): traffic goes on, a call in doubt does not

  private onLaneFailure(stage: string, cause: unknown, lane: ResponseLane): void {
    this.log.stageFailed(`response-lane/${stage}`, cause);
    this.effects.forget();
    this.ticket?.withdraw();
    this.salvage = takeOverReply({
      codec: this.input.codec,
      lane,
      client: this.client,
      body: this.jsonBody,
      wasHeld: this.ticket !== undefined,
      reasked: this.reasks > 0,
    });
    if (this.salvage !== undefined && this.upstreamOver !== undefined) endSalvagedReply(this.salvage, this.client, this.upstreamOver);
  }

  // ---- the client's side

  private onClientClose(): void {
    if (this.finishedAt !== undefined || this.client.stream.ended || this.tail.close()) return;
    this.attempts.abort();
    this.client.error = { code: 'client-gone', message: 'the client closed the connection' };
    this.driver.give('client-gone', (lane) => lane.clientGone());
    this.finish();
  }

  private finish(outcome = this.outcome): void {
    if (this.finishedAt !== undefined || this.driver.busy) return;
    const now = this.services.clock.now();
    this.finishedAt = now;
    const { input, client } = this;
    this.driver.stop();
    this.ticket?.withdraw();
    const { firstWriteAt, bytes } = client.stream;
    this.log.ended(this.driver.summary(), {
      outcome,
      otherwise: this.form.changed ? 'normalise' : input.sent.changed ? 'repair_request' : 'pass_through',
      finish: input.reply === undefined ? undefined : 'calls',
      durationMs: now - input.receivedAt,
      firstByteMs: firstWriteAt === undefined ? undefined : firstWriteAt - input.receivedAt,
      overheadMs: this.overheadMs,
      requestBytes: input.requestBytes,
      responseBytes: bytes,
      ...client.figures,
    });
    this.tellPlace();
    this.attempts.discard();
    this.onDone();
  }
}

const hasEvent = (frames: readonly SseFrame[]): boolean => frames.some((frame) => frame.hasData);
