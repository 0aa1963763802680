import { parentPort, workerData } from 'node:worker_threads';
import { assembleReply } from './assemble-reply.ts';
import { bodyReceiver, OutOfStep } from './body-receiver.ts';
import { type JournalStore, openStore } from './journal-store.ts';
import { isDamage, sqliteCode } from './sqlite.ts';
import type { StoreAnswer, StoreCallName, StoreRequest, WorkerStart } from './store-calls.ts';

/** The dialects' codecs are large and seldom needed here: they are loaded behind the start, for the calls that assemble replies. */
let registry: typeof import('../core/dialect/registry.ts') | undefined;
const assembling: ReadonlySet<StoreCallName> = new Set<StoreCallName>(['turn', 'recording', 'prune']);

/** The journal's worker: owns the file, so that the gateway's thread never waits for the disk, for zlib or for redaction. */
function serve(start: WorkerStart): void {
  const opened = openStore(start.path, start.options, start.now, (dialect, tape) =>
    registry === undefined ? null : assembleReply(registry.codecs, dialect, tape),
  );
  if (!opened.ok) {
    answer({ type: 'refused', problem: opened.error });
    parentPort?.close();
    return;
  }
  const store = opened.value;
  answer({ type: 'opened', start: store.start });
  parentPort?.on('message', (request: StoreRequest) => {
    if (!assembling.has(request.call) || registry !== undefined) reply(store, request);
    else void loadRegistry().then(() => reply(store, request));
  });
  // A call that can not be read here would wait for its answer for ever: the worker ends, and the next one gets the call again.
  parentPort?.on('messageerror', (error) => {
    throw error;
  });
}

async function loadRegistry(): Promise<void> {
  registry ??= await import('../core/dialect/registry.ts');
}

function reply(store: JournalStore, request: StoreRequest): void {
  try {
    answer({ type: 'answer', id: request.id, value: run(store, request) });
  } catch (error) {
    // The worker ends: the next one is told everything anew.
    if (error instanceof OutOfStep) throw error;
    answer({ type: 'failure', id: request.id, failure: { code: sqliteCode(error), damaged: isDamage(error), detail: String(error) } });
  }
  if (request.call === 'close') parentPort?.close();
}

const receive = bodyReceiver();

/** Names and values come from `store-client.ts` alone, typed by `StoreCalls`. */
function run(store: JournalStore, request: StoreRequest): unknown {
  if (request.call === 'write') {
    const tapes = receive(request.tapes);
    try {
      return store.write(request.entries, tapes);
    } finally {
      tapes.drain();
    }
  }
  return (store[request.call] as (...given: readonly unknown[]) => unknown)(...request.values);
}

function answer(message: StoreAnswer): void {
  parentPort?.postMessage(message);
}

serve(workerData as WorkerStart);
