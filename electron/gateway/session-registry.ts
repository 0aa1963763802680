import { createHash } from 'node:crypto';
import type { DecisionStore } from './decision-store.ts';
import type { HeldBy } from './held-by.ts';
import type { MessageHashes } from './request-reader.ts';
import { SessionThread } from './session-thread.ts';
import type { TurnPlace } from './turn-place.ts';

/** What is known of a request when it is placed (wire 3.8). */
export interface PlacementInput {
  /** The value of `x-signalbox-session`: it is the session's id. */
  readonly explicit: string | undefined;
  /** The agent's own key of the conversation. */
  readonly key: string | undefined;
  /** The agent's own key of a thread in it. */
  readonly threadKey: string | undefined;
  readonly agent: string;
  readonly hashes: MessageHashes;
  readonly hasTools: boolean;
  /** A person's words stand behind an answer of the model: nobody speaks so with a sub-agent. */
  readonly spoken: boolean;
  /** The former reply, or the conversation, that the server holds in place of the history (contract 2.2). */
  readonly heldBy?: HeldBy | undefined;
  /** True when the request's text holds this call id: tells conversations apart that began with the same words. */
  readonly mentions: (callId: string) => boolean;
}

export interface SessionRegistryOptions {
  readonly newId: (kind: 'session' | 'turn') => string;
  readonly now: () => number;
  /** A bound was reached: the journal gets it as `limit-reached`. */
  readonly onLimit: (session: string, kind: string, detail: string) => void;
  /** Where sessions that no agent names are found again after a restart: by the history that they had. */
  readonly remembered?: DecisionStore | undefined;
  readonly maxSessions?: number | undefined;
  readonly maxThreads?: number | undefined;
  readonly maxHashes?: number | undefined;
}

interface Session {
  readonly id: string;
  readonly threads: Map<string, SessionThread>;
  threadsDropped: boolean;
  main: SessionThread | undefined;
}

/** Finds the session and thread of each request. Bounded: the longest unused go first, and that is recorded. */
export class SessionRegistry {
  private readonly options: SessionRegistryOptions;
  /** Least recently used first. */
  private readonly sessions = new Map<string, Session>();
  /** Scope and prefix hash → thread. The scope is the session where the request names one, else ''. */
  private readonly known = new Map<string, SessionThread>();
  /** Histories that end before any reply, by scope and hash: threads that began so. */
  private readonly openings = new Map<string, SessionThread[]>();
  /** Scope and id of a reply, or of a conversation that the server holds → thread. The oldest go first. */
  private readonly held = new Map<string, SessionThread>();

  constructor(options: SessionRegistryOptions) {
    this.options = options;
  }

  place(input: PlacementInput): TurnPlace {
    const named = input.explicit ?? (input.key === undefined ? undefined : `s_${shortHash(`${input.agent}\n${input.key}`)}`);
    const scope = named ?? '';
    const thread = this.threadOf(input, scope, named);
    this.touch(thread.session);
    const side = !input.hasTools && !thread.hadTools;
    const main = side ? false : this.isMain(thread, input);
    if (input.hasTools) thread.hadTools = true;
    if (input.heldBy?.conversation !== undefined) this.hold(`${scope}\n${input.heldBy.conversation}`, thread);
    if (input.threadKey === undefined) this.learn(thread, scope, input.hashes);
    if (named === undefined && input.threadKey === undefined) this.store(thread, input.hashes);
    return thread.begin({
      bodyHash: input.hashes.body,
      historyHash: input.hashes.rolling[input.hashes.rolling.length - 1] ?? input.hashes.body,
      side,
      main,
      lasting: named !== undefined || input.threadKey !== undefined,
      now: this.options.now,
      newTurn: () => this.options.newId('turn'),
      replied: (id) => void (id !== '' && this.hold(`${scope}\n${id}`, thread)),
    });
  }

  private threadOf(input: PlacementInput, scope: string, named: string | undefined): SessionThread {
    if (input.threadKey !== undefined) {
      const session = this.session(named ?? `s_${shortHash(`${input.agent}\n${input.threadKey}`)}`);
      const id = `t_${shortHash(input.threadKey)}`;
      return session.threads.get(id) ?? this.addThread(session, id, true);
    }
    const held = this.byServer(input, scope);
    if (held !== undefined) return held;
    const found = this.byLineage(input, scope) ?? (named === undefined ? this.fromBefore(input.hashes) : undefined);
    if (found !== undefined) return found;
    const session = this.session(named ?? this.options.newId('session'));
    const opening =
      input.hashes.rolling[input.hashes.firstReply < 0 ? input.hashes.rolling.length - 1 : input.hashes.firstReply] ?? input.hashes.body;
    let id = `t_${shortHash(opening)}`;
    for (let copy = 2; session.threads.has(id); copy += 1) id = `t_${shortHash(`${opening}\n${copy}`)}`;
    return this.addThread(session, id, false);
  }

  /**
   * The agent itself speaks in the main thread. A thread that begins while the main one waits for results of its calls is a sub-agent's; one that
   * begins otherwise has taken its place (a new conversation, a compacted one).
   */
  private isMain(thread: SessionThread, { key, threadKey, spoken }: PlacementInput): boolean {
    const session = this.sessions.get(thread.session);
    if (session === undefined) return true;
    const { main } = session;
    const isNew = !thread.hadTools;
    const takesOver =
      main === undefined ||
      !session.threads.has(main.id) ||
      spoken ||
      (threadKey !== undefined ? threadKey === key : main.keyed || (isNew && !main.waiting && !main.busy));
    if (takesOver) session.main = thread;
    return session.main === thread;
  }

  /** The thread of a session that no agent names, as the program knew it before it was started again. */
  private fromBefore({ rolling, firstReply }: MessageHashes): SessionThread | undefined {
    const { remembered } = this.options;
    if (remembered === undefined || firstReply < 0) return undefined;
    for (let at = rolling.length - 1; at >= Math.max(0, firstReply - 1, rolling.length - LOOK_BACK); at -= 1) {
      const [id, threadId] = remembered.get(lineageKey(rolling[at] ?? ''))?.split('\n') ?? [];
      if (id === undefined || threadId === undefined) continue;
      const session = this.session(id);
      return session.threads.get(threadId) ?? this.addThread(session, threadId, false);
    }
    return undefined;
  }

  private store({ session, id }: SessionThread, { rolling }: MessageHashes): void {
    const last = rolling[rolling.length - 1];
    if (last !== undefined) this.options.remembered?.setMany([[lineageKey(last), `${session}\n${id}`]]);
  }

  /** The thread whose reply or conversation this request continues without saying what was in it. */
  private byServer({ heldBy }: PlacementInput, scope: string): SessionThread | undefined {
    for (const id of [heldBy?.reply, heldBy?.conversation]) {
      const thread = id === undefined ? undefined : this.held.get(`${scope}\n${id}`);
      if (thread !== undefined && this.sessions.get(thread.session)?.threads.get(thread.id) === thread) return thread;
    }
    return undefined;
  }

  private hold(key: string, thread: SessionThread): void {
    this.held.delete(key);
    this.held.set(key, thread);
    const [oldest] = this.held.keys();
    if (this.held.size > MAX_HELD && oldest !== undefined) this.held.delete(oldest);
  }

  /** The thread that knows the longest beginning of this history. */
  private byLineage(input: PlacementInput, scope: string): SessionThread | undefined {
    const { rolling, firstReply } = input.hashes;
    if (firstReply < 0) {
      const same = this.openings.get(`${scope}\n${rolling[rolling.length - 1] ?? ''}`) ?? [];
      return same.find((thread) => thread.isRetry(input.hashes.body, this.options.now()));
    }
    for (let at = rolling.length - 1; at >= firstReply; at -= 1) {
      const thread = this.known.get(`${scope}\n${rolling[at]}`);
      if (thread !== undefined) return thread;
    }
    // The first answer to a conversation: what went before it is known, and the call ids say which of several it is.
    const began = this.openings.get(`${scope}\n${rolling[firstReply - 1] ?? ''}`) ?? [];
    return began.find((thread) => thread.delivered.some(input.mentions)) ?? began.find((thread) => !thread.continued) ?? undefined;
  }

  /** Remembers this history's prefixes; those that are known already end the walk. */
  private learn(thread: SessionThread, scope: string, hashes: MessageHashes): void {
    const { rolling, firstReply } = hashes;
    const last = rolling[rolling.length - 1];
    if (last === undefined) return;
    if (firstReply < 0) {
      const key = `${scope}\n${last}`;
      const began = this.openings.get(key) ?? [];
      if (!began.includes(thread)) this.openings.set(key, [thread, ...began].slice(0, 16));
      thread.openings.add(key);
      return;
    }
    thread.continued = true;
    for (let at = rolling.length - 1; at >= firstReply; at -= 1) {
      const key = `${scope}\n${rolling[at]}`;
      if (this.known.get(key) === thread) break;
      this.known.set(key, thread);
      thread.prefixes.add(key);
    }
    this.dropHashes();
  }

  private session(id: string): Session {
    const found = this.sessions.get(id);
    if (found !== undefined) return found;
    const session: Session = { id, threads: new Map(), threadsDropped: false, main: undefined };
    this.sessions.set(id, session);
    if (this.sessions.size > (this.options.maxSessions ?? 1000)) this.dropOldestSession();
    return session;
  }

  private addThread(session: Session, id: string, keyed: boolean): SessionThread {
    const thread = new SessionThread(session.id, id, keyed, (kind, detail) => this.options.onLimit(session.id, kind, detail));
    session.threads.set(id, thread);
    if (session.threads.size > (this.options.maxThreads ?? 200)) {
      const oldest = [...session.threads.values()].find((one) => one !== thread && !one.busy);
      if (oldest !== undefined) this.forget(session, oldest);
      if (!session.threadsDropped)
        this.options.onLimit(session.id, 'thread-evicted', 'the longest unused threads of this session are forgotten');
      session.threadsDropped = true;
    }
    return thread;
  }

  private touch(id: string): void {
    const session = this.sessions.get(id);
    if (session === undefined) return;
    this.sessions.delete(id);
    this.sessions.set(id, session);
  }

  private dropHashes(): void {
    while (this.known.size > (this.options.maxHashes ?? 200_000) && this.sessions.size > 1) this.dropOldestSession();
  }

  private dropOldestSession(): void {
    const [oldest] = this.sessions.values();
    if (oldest === undefined) return;
    for (const thread of [...oldest.threads.values()]) this.forget(oldest, thread);
    this.sessions.delete(oldest.id);
    this.options.onLimit(oldest.id, 'session-evicted', 'the longest unused session is forgotten; its next request begins a new thread');
  }

  private forget(session: Session, thread: SessionThread): void {
    session.threads.delete(thread.id);
    for (const key of thread.prefixes) if (this.known.get(key) === thread) this.known.delete(key);
    for (const key of thread.openings) {
      const rest = (this.openings.get(key) ?? []).filter((one) => one !== thread);
      if (rest.length > 0) this.openings.set(key, rest);
      else this.openings.delete(key);
    }
  }
}

/** Replies and conversations by which a thread is found again. */
const MAX_HELD = 10_000;

/** Messages that one turn of an agent adds at most, for all practical purposes. */
const LOOK_BACK = 64;

const lineageKey = (hash: string): string => `lineage:${hash}`;

const shortHash = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 16);
