import { parentPort, workerData } from 'node:worker_threads';
import { type JournalStore, openStore } from './journal-store.ts';
import { isDamage, sqliteCode } from './sqlite.ts';
import type { StoreAnswer, StoreRequest, WorkerStart } from './store-calls.ts';

/** The journal's worker: owns the file, so that the gateway's thread never waits for the disk, for zlib or for redaction. */
function serve(start: WorkerStart): void {
  const opened = openStore(start.path, start.options, start.now);
  if (!opened.ok) {
    answer({ type: 'refused', problem: opened.error });
    parentPort?.close();
    return;
  }
  const store = opened.value;
  answer({ type: 'opened', start: store.start });
  parentPort?.on('message', (request: StoreRequest) => {
    try {
      answer({ type: 'answer', id: request.id, value: run(store, request) });
    } catch (error) {
      answer({ type: 'failure', id: request.id, failure: { code: sqliteCode(error), damaged: isDamage(error), detail: String(error) } });
    }
    if (request.call === 'close') parentPort?.close();
  });
}

/** Names and values come from `store-client.ts` alone, typed by `StoreCalls`. */
function run(store: JournalStore, { call, values }: StoreRequest): unknown {
  return (store[call] as (...given: readonly unknown[]) => unknown)(...values);
}

function answer(message: StoreAnswer): void {
  parentPort?.postMessage(message);
}

serve(workerData as WorkerStart);
