import type { Exchange } from './exchange.ts';
import type { GatewayClock } from './gateway-clock.ts';
import { TICK_MS } from './reply-pacing.ts';

/** The exchanges in flight and the one clock that looks after them: no timer is armed per token. */
export class LiveExchanges {
  private readonly live = new Set<Exchange>();
  /** Over for the client, but the upstream's socket is still being emptied. */
  private readonly draining = new Set<Exchange>();
  private readonly clock: GatewayClock;
  private stopTicking: (() => void) | undefined;

  constructor(clock: GatewayClock) {
    this.clock = clock;
  }

  add(exchange: Exchange): void {
    this.live.add(exchange);
    this.stopTicking ??= this.clock.every(TICK_MS, () => this.tick());
  }

  /** The exchange has answered its client. */
  done(exchange: Exchange): void {
    if (!this.live.delete(exchange)) return;
    this.draining.add(exchange);
  }

  /** Ends the exchanges of a turn; false: there is none. */
  endTurn(turn: string, reason: string): boolean {
    const found = [...this.live].filter((exchange) => exchange.turn === turn);
    for (const exchange of found) exchange.stop('operator', reason);
    return found.length > 0;
  }

  turns(): readonly { readonly turn: string; readonly session: string }[] {
    return [...this.live].map(({ turn, session }) => ({ turn, session }));
  }

  /** The program stops. */
  stopAll(reason: string): void {
    for (const exchange of [...this.live]) exchange.stop('shutdown', reason);
  }

  close(): void {
    for (const exchange of [...this.live, ...this.draining]) exchange.kill();
    this.rest();
  }

  private rest(): void {
    this.stopTicking?.();
    this.stopTicking = undefined;
  }

  /** What throws here would end the program: it ends its own turn alone. True: all is over. */
  private look(exchange: Exchange): boolean {
    try {
      return exchange.tick();
    } catch (cause) {
      exchange.kill(cause);
      return true;
    }
  }

  private tick(): void {
    for (const exchange of this.live) this.look(exchange);
    for (const exchange of this.draining) if (this.look(exchange)) this.draining.delete(exchange);
    if (this.live.size === 0 && this.draining.size === 0) this.rest();
  }
}
