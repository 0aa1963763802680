import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { StatsSummary, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { DataFolder } from './data-folder.ts';
import type { EntryPage, EntryQuery } from './entry-query.ts';
import type { JournalPort } from './journal-port.ts';
import type { JournalOptions, StoreProblem } from './journal-store.ts';
import type { StatsQuery } from './stats.ts';
import { JournalWriter } from './journal-writer.ts';
import { openStoreClient } from './store-client.ts';
import type { JournalSession, Page } from './turn-list.ts';

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
  if (opened.start.setAside !== undefined) writer.noteSetAside(opened.start.setAside);
  return { ok: true, value: writer };
}

function explain(problem: StoreProblem, path: string): string {
  const where = pathToFileURL(path).pathname;
  if (problem.code === 'newer') {
    return `The journal ${where} was written by a newer Signalbox (schema ${problem.found}; this one knows ${problem.known}). Next: update Signalbox, or use another folder with --data.`;
  }
  return `The journal ${where} can't be opened: ${problem.detail}. Next: make the folder writable, free some space, or use another folder with --data.`;
}
