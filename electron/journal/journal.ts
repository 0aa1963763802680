import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { StatsSummary, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import type { JournalEntry, NewEntry } from '../../shared/journal-entry.ts';
import type { DataFolder } from './data-folder.ts';
import type { EntryPage, EntryQuery } from './entry-query.ts';
import type { JournalPort, TurnHead, TurnTape } from './journal-port.ts';
import type { JournalOptions, SecretsFound, StoreProblem } from './journal-store.ts';
import type { StatsQuery } from './stats.ts';
import { redactEntry } from './redact-entry.ts';
import { openStoreClient, type StoreClient, StoreError } from './store-client.ts';
import type { JournalSession, Page } from './turn-list.ts';
import { createTurnTape, type TapedTurn } from './turn-tape.ts';

/** The journal as the hosts and the operator's side use it. */
export interface Journal extends JournalPort {
  /** Told of each batch once it is on disk, in order of `seq`, redacted. Returns what ends the subscription. */
  subscribe(listener: (entries: readonly JournalEntry[]) => void): () => void;
  /** Announced entries after `seq` from memory; undefined when memory does not reach back so far: then `read`. */
  recent(after: number): readonly JournalEntry[] | undefined;
  /** The last entry that was announced. */
  lastSeq(): number;
  read(after: number, limit: number): Promise<readonly JournalEntry[]>;
  query(query: EntryQuery): Promise<EntryPage>;
  sessions(page: Page & { readonly session?: string | undefined }): Promise<readonly JournalSession[]>;
  turns(page: Page & { readonly session?: string | undefined }): Promise<readonly TurnRow[]>;
  turn(turn: string): Promise<TurnDetail | undefined>;
  stats(query: StatsQuery): Promise<StatsSummary>;
  configure(options: JournalOptions): void;
  /** Applies age and size now; also done by itself. */
  prune(): Promise<void>;
  /** Resolves when everything appended so far is on disk (or the disk refused it). */
  flush(): Promise<void>;
  /** Writes what is left and closes the file. Appending afterwards is dropped. */
  close(): Promise<void>;
}

export interface JournalSetup {
  readonly folder: DataFolder;
  readonly options: JournalOptions;
  /** Epoch milliseconds. */
  readonly now?: (() => number) | undefined;
  /** The worker's script: given by hosts that are bundled. */
  readonly worker?: URL | undefined;
}

export type JournalProblem = StoreProblem & { readonly message: string };

const journalFile = 'journal.db';
/** A batch is written this long after its first entry (feed batches of 16–50 ms), or at once when it is this large. */
const tickMs = 16;
const maxBatch = 500;
const maxRecent = 2000;
const retryMs = 1000;
const pruneEveryMs = 60_000;
/** Entries that wait for a disk which refuses them. Beyond it the oldest go, and an entry says so. */
const maxWaiting = 50_000;
const maxWaitingTapes = 200;

/** Opens the journal of a data folder; `seq` goes on from the last entry in the file. */
export async function openJournal(setup: JournalSetup): Promise<{ ok: true; value: Journal } | { ok: false; error: JournalProblem }> {
  const now = setup.now ?? Date.now;
  const path = join(setup.folder.path, journalFile);
  const worker = setup.worker ?? new URL('./journal-worker.ts', import.meta.url);
  const start = (options: JournalOptions, onLost: (detail: string) => void) =>
    openStoreClient(worker, { path, options, now: now() }, onLost);
  const lost = { handler: (_detail: string): void => undefined };
  const opened = await start(setup.options, (detail) => lost.handler(detail));
  if (!opened.ok) return { ok: false, error: { ...opened.problem, message: explain(opened.problem, path) } };
  const writer = new JournalWriter(opened.client, opened.start.lastSeq, setup.options, now, (options) =>
    start(options, (detail) => lost.handler(detail)),
  );
  lost.handler = (detail) => writer.workerLost(detail);
  if (opened.start.setAside !== undefined) {
    writer.note('limit-reached', {
      kind: 'journal-damaged',
      detail: `The journal was damaged. It was set aside as ${opened.start.setAside} and a new one begun.`,
    });
  }
  return { ok: true, value: writer };
}

function explain(problem: StoreProblem, path: string): string {
  const where = pathToFileURL(path).pathname;
  if (problem.code === 'newer') {
    return `The journal ${where} was written by a newer Signalbox (schema ${problem.found}; this one knows ${problem.known}). Next: update Signalbox, or use another folder with --data.`;
  }
  return `The journal ${where} can't be opened: ${problem.detail}. Next: make the folder writable, free some space, or use another folder with --data.`;
}

/** Assigns `seq`, batches, and announces what is on disk. One batch is under way at a time; the next one gathers meanwhile. */
class JournalWriter implements Journal {
  #client: StoreClient;
  #options: JournalOptions;
  readonly #now: () => number;
  readonly #restart: (options: JournalOptions) => ReturnType<typeof openStoreClient>;
  #seq: number;
  #announced: number;
  #entries: JournalEntry[] = [];
  #tapes: TapedTurn[] = [];
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #failing = false;
  #failedAt = 0;
  #closed = false;
  #prunedAt: number;
  readonly #recent: JournalEntry[] = [];
  readonly #listeners = new Set<(entries: readonly JournalEntry[]) => void>();

  constructor(
    client: StoreClient,
    lastSeq: number,
    options: JournalOptions,
    now: () => number,
    restart: (options: JournalOptions) => ReturnType<typeof openStoreClient>,
  ) {
    this.#client = client;
    this.#seq = lastSeq;
    this.#announced = lastSeq;
    this.#options = options;
    this.#now = now;
    this.#restart = restart;
    this.#prunedAt = now();
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
      this.#tapes.push(taped);
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
  async stats(query: StatsQuery): Promise<StatsSummary> {
    await this.#writeNow();
    return this.#client.call('stats', query);
  }

  configure(options: JournalOptions): void {
    this.#options = options;
    this.#client.call('configure', options).catch(() => undefined);
  }

  async prune(): Promise<void> {
    this.#prunedAt = this.#now();
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

  /** The worker died: a new one takes over; what was under way is given to it again. */
  workerLost(detail: string): void {
    if (this.#closed) return;
    this.note('limit-reached', { kind: 'journal-worker', detail });
    void this.#reopen();
  }

  async #reopen(): Promise<void> {
    const opened = await this.#restart(this.#options);
    if (opened.ok) this.#client = opened.client;
    else this.#retryLater(() => void this.#reopen());
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
    const tapes = this.#tapes.splice(0);
    try {
      const report = await this.#client.call('write', entries, tapes);
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
    if (this.#now() - this.#prunedAt >= pruneEveryMs && !this.#failing) this.prune().catch(() => undefined);
  }

  /**
   * The disk refused the batch: it waits and is tried again. The operator is told of it, and of what happens meanwhile, from
   * memory: a console that goes blind on a full disk would be worse than entries that a crash can lose.
   */
  #refused(error: unknown, entries: JournalEntry[], tapes: TapedTurn[]): void {
    const first = !this.#failing;
    this.#failing = true;
    this.#failedAt = this.#now();
    this.#entries = [...entries, ...this.#entries];
    this.#tapes = [...tapes, ...this.#tapes].slice(-maxWaitingTapes);
    const why = error instanceof StoreError ? error.failure.detail : String(error);
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
