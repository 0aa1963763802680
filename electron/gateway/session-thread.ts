import type { GatewayError } from '../core/dialect/dialect.ts';
import type { PendingGuide, PendingGuides, TurnPlace, TurnResult } from './turn-place.ts';

/** A repeated request is a retry this long after the former failed (wire 3.8). */
const RETRY_MS = 60_000;
/** How many requests of a thread are remembered for retries and repeated faults. */
const MAX_REQUESTS = 16;
const MAX_DELIVERED = 64;
const MAX_GUIDES = 1000;

interface PastRequest {
  readonly bodyHash: string;
  readonly turn: string;
  state: 'open' | TurnResult;
  endedAt: number;
  /** The stored ending of a request whose circuit was open. */
  ending: GatewayError | undefined;
}

export interface TurnBeginning {
  readonly main: boolean;
  readonly bodyHash: string;
  readonly historyHash: string;
  readonly side: boolean;
  readonly lasting: boolean;
  readonly now: () => number;
  readonly newTurn: () => string;
  readonly replied: (id: string) => void;
}

/** One line of a conversation: the agent itself or one of its sub-agents. All state that could mislead another thread is in here. */
export class SessionThread {
  readonly session: string;
  readonly id: string;
  hadTools = false;
  /** The agent named it by a key of its own. */
  readonly keyed: boolean;
  /** Calls have left since its last request: until they are answered, what begins beside it is most likely a sub-agent's. */
  waiting = false;
  /** A request with an answer of the model in its history has come. */
  continued = false;
  /** Keys in the registry's tables, so that forgetting a thread is complete. */
  readonly prefixes = new Set<string>();
  readonly openings = new Set<string>();
  /** Ids of calls that were delivered, the newest last. */
  readonly delivered: string[] = [];
  private readonly requests: PastRequest[] = [];
  private readonly guides = new Map<string, PendingGuide>();

  private readonly onLimit: (kind: string, detail: string) => void;

  constructor(session: string, id: string, keyed: boolean, onLimit: (kind: string, detail: string) => void) {
    this.session = session;
    this.id = id;
    this.keyed = keyed;
    this.onLimit = onLimit;
  }

  /** A request of this thread is not over yet. */
  get busy(): boolean {
    return this.requests.some((one) => one.state === 'open');
  }

  isRetry(bodyHash: string, now: number): boolean {
    return this.retried(bodyHash, now) !== undefined;
  }

  begin(beginning: TurnBeginning): TurnPlace {
    const { bodyHash, now } = beginning;
    if (!beginning.side) this.waiting = false;
    const former = this.retried(bodyHash, now());
    const request: PastRequest = { bodyHash, turn: former?.turn ?? beginning.newTurn(), state: 'open', endedAt: 0, ending: undefined };
    const cutBefore = this.requests.some((one) => one.bodyHash === bodyHash && one.state === 'cut');
    this.requests.push(request);
    if (this.requests.length > MAX_REQUESTS) this.requests.splice(0, this.requests.length - MAX_REQUESTS);
    return {
      session: this.session,
      lasting: beginning.lasting,
      thread: this.id,
      main: beginning.main,
      turn: request.turn,
      side: beginning.side,
      retryOf: former?.turn,
      cutBefore,
      refusals: this.requests.filter((one) => one.bodyHash === bodyHash && one.state === 'failed').length,
      ending: this.requests.findLast((one) => one.bodyHash === bodyHash && one !== request)?.ending,
      historyHash: beginning.historyHash,
      guides: this.pendingGuides(),
      delivered: (callId) => {
        this.waiting = true;
        this.delivered.push(callId);
        if (this.delivered.length > MAX_DELIVERED) this.delivered.shift();
      },
      replied: beginning.replied,
      ended: (result, error) => {
        request.state = result;
        if (result === 'loop') request.ending = error;
        request.endedAt = now();
      },
    };
  }

  private retried(bodyHash: string, now: number): PastRequest | undefined {
    const last = this.requests.findLast((one) => one.bodyHash === bodyHash);
    if (last === undefined) return undefined;
    if (last.state === 'open') return last;
    return last.state !== 'ok' && now - last.endedAt <= RETRY_MS ? last : undefined;
  }

  private pendingGuides(): PendingGuides {
    return {
      attach: (guide) => {
        this.guides.set(guide.callId, guide);
        const [oldest] = this.guides.keys();
        if (this.guides.size <= MAX_GUIDES || oldest === undefined) return;
        this.guides.delete(oldest);
        this.onLimit('guides', `more than ${MAX_GUIDES} guides wait in this thread: the oldest is forgotten`);
      },
      of: (callId) => this.guides.get(callId),
    };
  }
}
