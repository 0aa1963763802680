import type { EntryBody } from '../../shared/journal-entry.ts';
import type { WireFrame } from '../core/turn/turn-event.ts';
import type { ClientReply } from './client-reply.ts';
import type { GatewayClock } from './gateway-clock.ts';

/** How long an upstream may take to end behind its own terminator before the client is ended without it. */
const TAIL_MS = 100;

export interface ReplyTailOptions {
  readonly client: ClientReply;
  readonly clock: GatewayClock;
  readonly record: (entry: EntryBody) => void;
  /** The client has its end. */
  readonly onEnd: () => void;
}

/**
 * What an upstream still sends behind the terminator of a reply that left as it came: the second half of a line end, a comment, a
 * `[DONE]` of habit. It belongs to the bytes that leave as they came (wire 3.2). What says anything there is not passed on: nobody
 * judges it any more.
 */
export class ReplyTail {
  private readonly options: ReplyTailOptions;
  private cancel: (() => void) | undefined;

  constructor(options: ReplyTailOptions) {
    this.options = options;
  }

  get open(): boolean {
    return this.cancel !== undefined;
  }

  /**
   * The reply is whole and its end has left; what came in one piece with that follows at once. `more`: the upstream's one reply may go on.
   * Where it can't, or the client has something else than came, this is the client's end. `onWhole`: the agent may act on it now.
   */
  begin(more: boolean, onWhole: () => void): void {
    const { client, clock } = this.options;
    if (!more || client.altered || !client.committed) return client.end();
    onWhole();
    this.cancel = clock.after(TAIL_MS, () => this.close());
    this.take(client.unsent());
  }

  take(frames: readonly WireFrame[]): void {
    const { client, record } = this.options;
    const spoken = frames.findIndex(says);
    const silent = spoken < 0 ? frames : frames.slice(0, spoken);
    client.relay(silent.map((frame) => frame.raw));
    if (spoken < 0) return;
    record({ type: 'stream-normalised', changes: ['frames behind the end left out'] });
    this.close();
  }

  /** Ends the client; false: no tail was open. */
  close(): boolean {
    if (this.cancel === undefined) return false;
    this.cancel();
    this.cancel = undefined;
    this.options.client.end();
    this.options.onEnd();
    return true;
  }
}

const says = ({ data }: WireFrame): boolean => data !== undefined && data.trim() !== '[DONE]';
