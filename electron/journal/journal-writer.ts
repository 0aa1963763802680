import type { StatsSummary, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import { closeLeftTurn } from './close-left-turn.ts';
import type { EntryPage, EntryQuery } from './entry-query.ts';
import type { Journal } from './journal-service.ts';
import type { Pin } from './pins.ts';
import type { TurnHead, TurnTape } from './journal-port.ts';
import type { JournalOptions, SecretsFound } from './journal-options.ts';
import { redactEntry } from './redact-entry.ts';
import type { StatsQuery } from './stats.ts';
import { type StoreClient, StoreError, type StoreOpening } from './store-client.ts';
import type { JournalSession, Page } from './turn-list.ts';
import type { TurnRecording } from './turn-recording.ts';
import { createTurnTape, type TapedTurn } from './turn-tape.ts';

/** A batch is written this long after its first entry (feed batches of 16–50 ms), or at once when it is this large. */
const tickMs = 16;
const maxBatch = 500;
const maxRecent = 2000;
const retryMs = 1000;
/** Age and size are looked at this often, or after this many turns, and at the end. */
const pruneEveryMs = 60_000;
/** How long after the start the first look may come: not while it starts. */
const firstPruneMs = 5_000;
const pruneEveryTapes = 100;
/** Entries that wait for a disk which refuses them. Beyond it the oldest go, and an entry says so. */
const maxWaiting = 50_000;
const maxWaitingTapes = 200;

/** A tape goes to the file with or after the entries of its turn: `after` is the last entry before it. */
interface WaitingTape {
  readonly after: number;
  readonly taped: TapedTurn;
}

/** Assigns `seq`, batches, and announces what is on disk. One batch is under way at a time; the next one gathers meanwhile. */
export class JournalWriter implements Journal {
  #client: StoreClient;
  #options: JournalOptions;
  readonly #now: () => number;
  readonly #restart: (options: JournalOptions) => Promise<StoreOpening>;
  #seq: number;
  #announced: number;
  #entries: JournalEntry[] = [];
  #tapes: WaitingTape[] = [];
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #failing = false;
  #failedAt = 0;
  #closed = false;
  #prunedAt: number;
  #tapesSincePrune = 0;
  readonly #recent: JournalEntry[] = [];
  readonly #listeners = new Set<(entries: readonly JournalEntry[]) => void>();

  constructor(
    client: StoreClient,
    lastSeq: number,
    options: JournalOptions,
    now: () => number,
    restart: (options: JournalOptions) => Promise<StoreOpening>,
  ) {
    this.#client = client;
    this.#seq = lastSeq;
    this.#announced = lastSeq;
    this.#options = options;
    this.#now = now;
    this.#restart = restart;
    // A program that is started now and then, each time for less than a minute, prunes too.
    this.#prunedAt = now() - pruneEveryMs + firstPruneMs;
  }

  append(entry: NewEntry): JournalEntry {
    const full = { seq: this.#closed ? this.#seq : ++this.#seq, at: this.#now(), ...entry } as JournalEntry;
    if (this.#closed) return full;
    this.#entries.push(full);
    this.#schedule();
    return full;
  }

  openTape(head: TurnHead): TurnTape {
    return createTurnTape(head, this.#now, (taped) => {
      if (this.#closed) return;
      if (taped.dropped > 0) {
        const { session, thread, turn } = head;
        this.append({
          session,
          thread,
          turn,
          level: 'notice',
          type: 'limit-reached',
          kind: 'tape',
          detail: `${taped.dropped} bytes of this turn were not stored`,
        });
      }
      this.#tapes.push({ after: this.#seq, taped });
      this.#schedule();
    });
  }

  subscribe(listener: (entries: readonly JournalEntry[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  recent(after: number): readonly JournalEntry[] | undefined {
    if (after >= this.#announced) return [];
    const first = this.#recent[0];
    if (first === undefined || first.seq > after + 1) return undefined;
    return this.#recent.slice(after + 1 - first.seq);
  }

  lastSeq(): number {
    return this.#announced;
  }

  async read(after: number, limit: number): Promise<readonly JournalEntry[]> {
    const stored = await this.#client.call('read', after, limit).catch((): readonly JournalEntry[] => []);
    if (!this.#failing || stored.length >= limit) return stored;
    const last = stored.at(-1)?.seq ?? after;
    const waiting = this.#entries.filter((entry) => entry.seq > last && entry.seq <= this.#announced);
    return [...stored, ...waiting].slice(0, limit);
  }
  async query(query: EntryQuery): Promise<EntryPage> {
    await this.#writeNow();
    return this.#client.call('query', query);
  }
  async sessions(page: Page & { readonly session?: string | undefined }): Promise<readonly JournalSession[]> {
    await this.#writeNow();
    return this.#client.call('sessions', page);
  }
  async turns(page: Page & { readonly session?: string | undefined }): Promise<readonly TurnRow[]> {
    await this.#writeNow();
    return this.#client.call('turns', page);
  }
  async turn(turn: string): Promise<TurnDetail | undefined> {
    await this.#writeNow();
    return this.#client.call('turn', turn);
  }
  async recording(turn: string): Promise<TurnRecording | undefined> {
    await this.#writeNow();
    return this.#client.call('recording', turn);
  }
  async stats(query: StatsQuery): Promise<StatsSummary> {
    await this.#writeNow();
    return this.#client.call('stats', query);
  }
  async pins(): Promise<readonly Pin[]> {
    return this.#client.call('pins');
  }
  async pin(pin: Pin, pinned: boolean): Promise<boolean> {
    return this.#client.call('pin', pin, pinned, this.#now());
  }

  /** Caps that changed act at once: an operator who makes room does not wait for the next look. */
  configure(options: JournalOptions): void {
    const { maxBytes, maxDays, passthrough } = this.#options;
    const kept = options.maxBytes === maxBytes && options.maxDays === maxDays && options.passthrough === passthrough;
    this.#options = options;
    this.#client.call('configure', options).catch(() => undefined);
    if (!kept && !this.#closed) this.prune().catch(() => undefined);
  }

  async closeLeft(): Promise<void> {
    for (let after = 0; ; ) {
      const left = await this.#client.call('left', after);
      for (const turn of left) for (const entry of closeLeftTurn(turn, this.#now())) this.append(entry);
      const last = left.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  async prune(): Promise<void> {
    this.#prunedAt = this.#now();
    this.#tapesSincePrune = 0;
    const report = await this.#client.call('prune', this.#now());
    if (report.turns > 0 || report.entries > 0) {
      this.note(
        'limit-reached',
        {
          kind: 'retention',
          detail: `${report.turns} turns and ${report.entries} entries were deleted by age or size; ${report.bytes} bytes are left`,
        },
        'info',
      );
    }
  }

  async clear(): Promise<{ readonly turns: number; readonly entries: number }> {
    await this.#writeNow();
    const until = this.#now();
    let turns = 0;
    let entries = 0;
    for (let done = false; !done; ) {
      const step = await this.#client.call('clear', until);
      turns += step.turns;
      entries += step.entries;
      done = step.done;
    }
    // A reader that resumes must not get from memory what is gone.
    this.#recent.splice(0);
    this.note(
      'limit-reached',
      { kind: 'cleared', detail: `The operator cleared the journal: ${turns} turns and ${entries} entries` },
      'info',
    );
    await this.#writeNow();
    // Now that entry is the last of all, and the one that was it may go.
    await this.#client.call('clear', until);
    return { turns, entries };
  }

  async flush(): Promise<void> {
    await this.#writeNow();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    await this.#writeNow();
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client.call('close').catch(() => undefined);
    await this.#client.terminate();
  }

  /** An entry about the journal itself: it belongs to no turn. */
  note(type: 'limit-reached', body: { readonly kind: string; readonly detail: string }, level: 'info' | 'alert' = 'alert'): void {
    this.append({ session: '', thread: '', turn: '', level, type, ...body });
  }

  noteSetAside(name: string): void {
    this.note('limit-reached', {
      kind: 'journal-damaged',
      detail: `The journal was damaged. It was set aside as ${name} and a new one begun.`,
    });
  }

  /** The worker died: a new one takes over; what was under way is given to it again. */
  workerLost(detail: string): void {
    if (this.#closed) return;
    this.note('limit-reached', { kind: 'journal-worker', detail });
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const opened = await this.#restart(this.#options);
    if (opened.ok) {
      this.#client = opened.client;
      if (opened.start.setAside !== undefined) this.noteSetAside(opened.start.setAside);
    } else this.#retryLater(() => void this.#reopen());
  }

  #schedule(): void {
    if (this.#entries.length >= maxBatch && !this.#failing) void this.#writeNow();
    else if (this.#timer === undefined) this.#timer = setTimeout(() => void this.#tick(), tickMs);
  }

  async #tick(): Promise<void> {
    this.#timer = undefined;
    if (!this.#failing || this.#now() - this.#failedAt >= retryMs) return this.#writeNow();
    this.#announceUnwritten();
    this.#schedule();
  }

  /** Writes until nothing waits. While the disk refuses, it ends after one attempt. */
  async #writeNow(): Promise<void> {
    while (!this.#closed) {
      if (this.#underWay !== undefined) await this.#underWay;
      else if (this.#entries.length === 0 && this.#tapes.length === 0) return;
      else {
        this.#underWay = this.#writeBatch();
        await this.#underWay;
        if (this.#failing) return;
      }
    }
  }

  async #writeBatch(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#entries.splice(0, maxBatch);
    const last = entries.at(-1)?.seq ?? this.#seq;
    const tapes = this.#tapes.filter(({ after }) => after <= last);
    this.#tapes = this.#tapes.filter(({ after }) => after > last);
    try {
      const report = await this.#client.call(
        'write',
        entries,
        tapes.map(({ taped }) => taped),
      );
      const changed = new Map(report.changed.map((entry) => [entry.seq, entry]));
      this.#failing = false;
      this.#announce(entries.map((entry) => changed.get(entry.seq) ?? entry));
      for (const found of report.secrets) this.#noteSecrets(found);
      for (const { detail, ...place } of report.faults)
        this.append({ ...place, level: 'alert', type: 'stage-failed', stage: 'journal', detail });
    } catch (error) {
      this.#refused(error, entries, tapes);
    } finally {
      this.#underWay = undefined;
    }
    if (this.#entries.length > 0 || this.#tapes.length > 0) this.#schedule();
    if (!this.#failing) this.#tapesSincePrune += tapes.length;
    if (this.#tapesSincePrune >= pruneEveryTapes || this.#now() - this.#prunedAt >= pruneEveryMs) this.prune().catch(() => undefined);
  }

  /**
   * The disk refused the batch: it waits and is tried again. The operator is told of it, and of what happens meanwhile, from
   * memory: a console that goes blind on a full disk would be worse than entries that a crash can lose.
   */
  #refused(error: unknown, entries: JournalEntry[], tapes: readonly WaitingTape[]): void {
    const first = !this.#failing;
    this.#failing = true;
    this.#failedAt = this.#now();
    this.#entries = [...entries, ...this.#entries];
    this.#tapes = [...tapes, ...this.#tapes].slice(-maxWaitingTapes);
    const why = error instanceof StoreError ? error.failure.detail : String(error);
    // The next start of the worker sets the damaged file aside.
    if (error instanceof StoreError && error.failure.damaged) void this.#client.terminate().then(() => this.#reopen());
    if (first)
      this.note('limit-reached', {
        kind: 'journal-disk',
        detail: `The journal can't be written; entries are kept in memory until it can: ${why}`,
      });
    if (this.#entries.length > maxWaiting) {
      const lost = this.#entries.splice(0, this.#entries.length - maxWaiting);
      this.note('limit-reached', {
        kind: 'journal-dropped',
        detail: `entries ${lost[0]?.seq ?? 0} to ${lost.at(-1)?.seq ?? 0} were not stored: the journal could not be written`,
      });
    }
    this.#announceUnwritten();
  }

  #announceUnwritten(): void {
    const from = this.#entries.findIndex((entry) => entry.seq > this.#announced);
    if (from < 0) return;
    const clean = this.#entries.slice(from).map((entry) => redactEntry(entry, this.#options.knownSecrets).value);
    this.#entries.splice(from, clean.length, ...clean);
    this.#announce(clean);
  }

  #retryLater(work: () => void): void {
    setTimeout(work, retryMs).unref();
  }

  #announce(written: readonly JournalEntry[]): void {
    const entries = written.filter((entry) => entry.seq > this.#announced);
    const last = entries.at(-1);
    if (last === undefined) return;
    this.#announced = last.seq;
    this.#recent.push(...entries);
    if (this.#recent.length > maxRecent) this.#recent.splice(0, this.#recent.length - maxRecent);
    for (const listener of this.#listeners) listener(entries);
  }

  #noteSecrets({ session, thread, turn, where, kinds, count }: SecretsFound): void {
    this.append({ session, thread, turn, level: 'notice', type: 'secret-redacted', kinds, where, count });
  }
}
