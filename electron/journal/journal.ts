import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { DataFolder } from './data-folder.ts';
import type { JournalOptions } from './journal-options.ts';
import type { StoreProblem } from './journal-store.ts';
import type { Journal } from './journal-service.ts';
import { JournalWriter } from './journal-writer.ts';
import { openStoreClient } from './store-client.ts';

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
