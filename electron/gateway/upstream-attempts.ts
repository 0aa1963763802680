import type { EntryBody } from '../../shared/journal-entry.ts';
import type { TurnTape } from '../journal/journal-port.ts';
import type { ExchangeInput } from './exchange-input.ts';
import type { UpstreamTarget } from './route-request.ts';
import { callUpstream, type TransportFault, type UpstreamCall, type UpstreamListener } from './upstream-client.ts';
import type { UpstreamAgents } from './upstream-agents.ts';

export interface AttemptOptions {
  readonly agents: UpstreamAgents;
  readonly input: Pick<ExchangeInput, 'method' | 'target' | 'fallbackOf' | 'headersFor' | 'settings'>;
  readonly record: (entry: EntryBody) => void;
  /** Each request that goes out, with its number from 0. */
  readonly onSend: (attempt: number) => void;
  /** The listener threw: it hears nothing more. What is thrown at a socket's event would end the program, and with it every other turn. */
  readonly onFailure: (cause: unknown) => void;
}

/** A body to ask with. */
export interface Ask {
  readonly body: Uint8Array;
  readonly changed: boolean;
}

/**
 * Asks upstreams until one answers (wire 3.5, first row): a resend on a fresh socket where not one response byte came, then the
 * fallback if one is set. The listener hears of the answer, or of the last fault.
 */
export class UpstreamAttempts {
  private readonly options: AttemptOptions;
  private current: UpstreamTarget;
  private call: UpstreamCall | undefined;
  private count = 0;
  /** Upstreams asked so far: fallbacks that point at each other end here. */
  private readonly asked = new Set<string>();

  constructor(options: AttemptOptions) {
    this.options = options;
    this.current = options.input.target;
    this.asked.add(options.input.target.name);
  }

  get target(): UpstreamTarget {
    return this.current;
  }

  /** Number of the latest request, from 0. */
  get attempt(): number {
    return this.count - 1;
  }

  get active(): boolean {
    return this.call !== undefined;
  }

  /** `mayFallBack` false for a re-ask: it continues the reply of one upstream. */
  ask(ask: Ask, mayFallBack: boolean, listener: UpstreamListener, tape: TurnTape): void {
    this.abort();
    this.send(
      ask,
      mayFallBack,
      taped(listener, tape, () => this.attempt),
      0,
    );
  }

  /** Goes over to the fallback upstream after `cause`; false when there is none. The caller asks again. */
  fallBack(cause: string): boolean {
    const next = this.options.input.fallbackOf(this.current);
    if (next === undefined || this.asked.has(next.name)) return false;
    this.abort();
    this.asked.add(next.name);
    this.current = next;
    this.options.record({ type: 'upstream-retried', cause, upstream: next.name, attempt: this.count });
    return true;
  }

  pause(): void {
    this.call?.pause();
  }

  resume(): void {
    this.call?.resume();
  }

  abort(): void {
    this.call?.abort();
    this.call = undefined;
  }

  /** The reply is decided: what still comes is read and thrown away, so that the socket can be used again. */
  discard(): void {
    this.call?.discard();
  }

  private send(ask: Ask, mayFallBack: boolean, listener: UpstreamListener, resends: number): void {
    const { options } = this;
    options.onSend(this.count);
    this.count += 1;
    this.call = callUpstream(
      options.agents,
      {
        target: this.current,
        method: options.input.method,
        headers: options.input.headersFor(this.current, ask.changed),
        body: ask.body,
        fresh: resends > 0,
      },
      this.guarded({
        onHead: (head) => listener.onHead(head),
        onData: (chunk) => listener.onData(chunk),
        onEnd: () => {
          this.call = undefined;
          listener.onEnd();
        },
        onFault: (fault) => {
          this.call = undefined;
          this.recordFault(fault);
          if (!this.sendAgain(ask, mayFallBack, listener, resends, fault)) listener.onFault(fault);
        },
      }),
    );
  }

  private guarded(listener: UpstreamListener): UpstreamListener {
    const guard = <T>(hear: () => T): T | undefined => {
      try {
        return hear();
      } catch (cause) {
        this.abort();
        this.options.onFailure(cause);
        return undefined;
      }
    };
    return {
      onHead: (head) => guard(() => listener.onHead(head)) ?? 'raw',
      onData: (chunk) => guard(() => listener.onData(chunk)),
      onEnd: () => guard(() => listener.onEnd()),
      onFault: (fault) => guard(() => listener.onFault(fault)),
    };
  }

  private sendAgain(ask: Ask, mayFallBack: boolean, listener: UpstreamListener, resends: number, fault: TransportFault): boolean {
    if (fault.headSeen) return false;
    if (!fault.bytesSeen && resends < this.options.input.settings['retry.max']) {
      this.options.record({ type: 'upstream-retried', cause: fault.code, upstream: this.current.name, attempt: this.count });
      this.send(ask, mayFallBack, listener, resends + 1);
      return true;
    }
    if (!mayFallBack || !this.fallBack(fault.code)) return false;
    this.send(ask, mayFallBack, listener, 0);
    return true;
  }

  private recordFault(fault: TransportFault): void {
    this.options.record({ type: 'upstream-failed', cause: fault.code, status: 0, upstream: this.current.name, detail: fault.detail });
  }
}

/** Puts what passes on the tape first. */
const taped = (listener: UpstreamListener, tape: TurnTape, attempt: () => number): UpstreamListener => ({
  onHead(head) {
    tape.responseHead(attempt(), head.status, head.headers);
    return listener.onHead(head);
  },
  onData(chunk) {
    tape.upstreamBytes(attempt(), chunk);
    listener.onData(chunk);
  },
  onEnd: () => listener.onEnd(),
  onFault: (fault) => listener.onFault(fault),
});
