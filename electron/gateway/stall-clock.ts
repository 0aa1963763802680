/** Limits of the watchdog in milliseconds; 0 is off (wire 3.5). */
export interface StallLimits {
  readonly firstByteMs: number;
  readonly idleMs: number;
}

/**
 * Notices a stream that stopped. Before the first event every byte counts as life (comments too), after it only events do: some
 * servers send comments for ever. Only timestamps, no timers: the exchange asks now and then.
 */
export class StallClock {
  private readonly limits: StallLimits;
  private lifeAt: number;
  private eventSeen = false;

  constructor(limits: StallLimits, now: number) {
    this.limits = limits;
    this.lifeAt = now;
  }

  /** A new request was sent: the wait for its first byte begins. */
  restart(now: number): void {
    this.lifeAt = now;
    this.eventSeen = false;
  }

  /** Bytes came; `event` when they completed an event that is not only comments. */
  heard(now: number, event: boolean): void {
    if (event) this.eventSeen = true;
    if (event || !this.eventSeen) this.lifeAt = now;
  }

  /** We stopped reading because the client is slow: silence is ours. */
  excuse(now: number): void {
    this.lifeAt = now;
  }

  isStalled(now: number): boolean {
    const limit = this.eventSeen ? this.limits.idleMs : this.limits.firstByteMs;
    return limit > 0 && now - this.lifeAt >= limit;
  }
}
