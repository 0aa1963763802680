import type { ClientReply } from './client-reply.ts';
import type { ExchangeInput } from './exchange-input.ts';
import { StallClock } from './stall-clock.ts';
import type { UpstreamAttempts } from './upstream-attempts.ts';

/** Nothing is sent before this while only the upstream's head is awaited: one agent gives up at 120 s without headers (wire 3.4). */
const EARLY_HEAD_MS = 100_000;
/** An exchange is looked after this often (milliseconds). */
export const TICK_MS = 50;

export interface PacingOptions {
  readonly client: ClientReply;
  readonly attempts: UpstreamAttempts;
  readonly input: Pick<ExchangeInput, 'request' | 'settings' | 'target'>;
  readonly now: () => number;
}

/** What the exchange is waiting for at a tick. */
export interface Waiting {
  /** The upstream's head or stream is awaited. */
  readonly onStream: boolean;
  /** Its head is. */
  readonly onHead: boolean;
  /** Bytes are withheld from the client, or the model is being asked again. */
  readonly withheld: boolean;
}

/** The time side of an exchange: stalls, keep-alives, and not reading faster than the client takes. Timestamps only, no timer per token. */
export class ReplyPacing {
  private readonly options: PacingOptions;
  private readonly stall: StallClock;
  /** The upstream is not read because the client is slow. */
  private paused = false;

  constructor(options: PacingOptions) {
    this.options = options;
    const { settings, target } = options.input;
    const { firstByteMs = settings['stall.firstByteMs'], idleMs = settings['stall.idleMs'] } = target.setting.stall ?? {};
    this.stall = new StallClock({ firstByteMs, idleMs }, options.now());
  }

  /** A request went out. */
  asked(): void {
    this.stall.restart(this.options.now());
  }

  /** Bytes came; `event` when they completed an event that is not only comments. */
  heard(now: number, event: boolean): void {
    this.stall.heard(now, event);
  }

  check(waiting: Waiting): 'stalled' | 'keep-alive' | 'nothing' {
    const { client, attempts, input, now } = this.options;
    const time = now();
    if (this.paused) this.stall.excuse(time);
    // Only streams: prefill takes minutes, and a non-streaming caller cannot be kept alive.
    if (!input.request.stream) return 'nothing';
    if (attempts.active && waiting.onStream && this.stall.isStalled(time)) return 'stalled';
    if (client.over) return 'nothing';
    const onlyHead = attempts.active && waiting.onHead && !waiting.withheld && !client.committed;
    if (!onlyHead && !waiting.withheld && !(waiting.onHead && client.committed)) return 'nothing';
    return time + TICK_MS - client.stream.lastWriteAt >= (onlyHead ? EARLY_HEAD_MS : input.settings['keepAlive.intervalMs'])
      ? 'keep-alive'
      : 'nothing';
  }

  /** After each write: stops reading the upstream while the client's socket is full. */
  holdBackWhenFull(): void {
    const { client, attempts } = this.options;
    if (this.paused || client.over || !client.stream.full) return;
    this.paused = true;
    attempts.pause();
  }

  drained(): void {
    if (!this.paused) return;
    this.paused = false;
    this.stall.excuse(this.options.now());
    this.options.attempts.resume();
  }
}
