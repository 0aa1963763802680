import { type HistoryMark, isCompactionOf, markOf } from '../core/agent/compacted-history.ts';
import type { HistoryItem } from '../core/turn/turn.ts';
import type { DecisionStore } from './decision-store.ts';
import type { TurnPlace } from './turn-place.ts';

/** How much shorter a request must be than the one that was too long: the guide is never what makes the next one too long as well. */
const SHORTER_BYTES = 4_096;
/** Threads whose state is kept at hand: a request must not cost a look at the disk each time. */
const MAX_KNOWN = 5_000;

interface Overflow {
  /** Bytes of the agent's body: the shortest that was too long. */
  readonly bytes: number;
  /** Guides of this kind that the thread had before. */
  readonly given: number;
  /** The model does not know yet. */
  readonly waiting: boolean;
  readonly mark: HistoryMark;
}

/** An overflow that this request may tell of, and how often it will have been told then. */
export interface WaitingOverflow {
  readonly thread: string;
  readonly occurrence: number;
}

/** The request as far as an overflow is concerned. */
export interface SizedRequest {
  readonly place: Pick<TurnPlace, 'session' | 'thread' | 'main'>;
  readonly bytes: number;
  readonly history: readonly HistoryItem[];
}

/**
 * Which threads had a request that was too long, and whether their model was told (contract 2.6). Stored with the decisions, so that a restart keeps it.
 * A history that its agent has shortened may be a new thread: it is found by the session where it takes the place of the main thread and goes on with the
 * same work; any other is not told.
 */
export class OverflowMemory {
  private readonly store: DecisionStore;
  private readonly known = new Map<string, string>();

  constructor(store: DecisionStore) {
    this.store = store;
  }

  waitingFor(request: SizedRequest): WaitingOverflow | undefined {
    const thread = this.threadFor(request);
    const overflow = thread === undefined ? undefined : this.overflowOf(request.place.session, thread);
    if (thread === undefined || overflow?.waiting !== true || request.bytes + SHORTER_BYTES > overflow.bytes) return undefined;
    return { thread, occurrence: overflow.given + 1 };
  }

  /** The endpoint says that this request is too long. */
  tooLong({ place, bytes, history }: SizedRequest): void {
    const { session, thread } = place;
    const before = this.overflowOf(session, thread);
    this.set(session, thread, {
      bytes: before?.waiting === true ? Math.min(before.bytes, bytes) : bytes,
      given: before?.given ?? 0,
      waiting: true,
      mark: markOf(history),
    });
    if (place.main) this.put(mainKey(session), thread);
  }

  /** The thread `to` was told. */
  given(session: string, { thread, occurrence }: WaitingOverflow, to: string): void {
    const overflow = this.overflowOf(session, thread);
    if (overflow === undefined) return;
    this.set(session, thread, { ...overflow, waiting: false });
    this.set(session, to, { ...overflow, waiting: false, given: occurrence });
  }

  /** The endpoint refuses a request that tells of it: it is not told at all, since a turn is worth more. */
  drop(session: string, { thread }: WaitingOverflow): void {
    const overflow = this.overflowOf(session, thread);
    if (overflow !== undefined) this.set(session, thread, { ...overflow, waiting: false });
  }

  private threadFor({ place, history }: SizedRequest): string | undefined {
    if (this.overflowOf(place.session, place.thread) !== undefined) return place.thread;
    const main = place.main ? this.get(mainKey(place.session)) : '';
    if (main === '') return undefined;
    const overflow = this.overflowOf(place.session, main);
    return overflow?.waiting === true && isCompactionOf(overflow.mark, history) ? main : undefined;
  }

  private overflowOf(session: string, thread: string): Overflow | undefined {
    const stored = this.get(threadKey(session, thread));
    return stored === '' ? undefined : (JSON.parse(stored) as Overflow);
  }

  private set(session: string, thread: string, overflow: Overflow): void {
    this.put(threadKey(session, thread), JSON.stringify(overflow));
  }

  /** '' where nothing is stored. */
  private get(key: string): string {
    const value = this.known.get(key) ?? this.store.get(key) ?? '';
    this.keep(key, value);
    return value;
  }

  private put(key: string, value: string): void {
    this.store.setMany([[key, value]]);
    this.keep(key, value);
  }

  private keep(key: string, value: string): void {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(key, value);
  }
}

const threadKey = (session: string, thread: string): string => `overflow:${session}\n${thread}`;
const mainKey = (session: string): string => `overflow-main:${session}`;
