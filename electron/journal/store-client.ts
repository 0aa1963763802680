import { Worker } from 'node:worker_threads';
import { bodySender } from './body-transfer.ts';
import type { StoreProblem, StoreStart } from './journal-store.ts';
import type { StoreAnswer, StoreCallName, StoreCalls, StoreFailure, StoreRequest, WorkerStart } from './store-calls.ts';

/** The worker could not do a call: the disk refused, or the worker is gone. */
export class StoreError extends Error {
  readonly failure: StoreFailure;
  constructor(failure: StoreFailure) {
    super(failure.detail);
    this.name = 'StoreError';
    this.failure = failure;
  }
}

/** The store in its worker. Calls are done in the order in which they are made. */
export interface StoreClient {
  call<N extends StoreCallName>(name: N, ...values: Parameters<StoreCalls[N]>): Promise<Awaited<ReturnType<StoreCalls[N]>>>;
  /** Ends the worker without asking it. */
  terminate(): Promise<void>;
}

export type StoreOpening =
  | { readonly ok: true; readonly client: StoreClient; readonly start: StoreStart }
  | { readonly ok: false; readonly problem: StoreProblem };

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** What the worker makes is stored and forgotten: more room for it would only lie about. */
const YOUNG_MB = 12;

/** Starts the worker and opens the file. `onLost` is called once when the worker dies without being asked to. */
export function openStoreClient(worker: URL, start: WorkerStart, onLost: (detail: string) => void): Promise<StoreOpening> {
  const thread = new Worker(worker, { workerData: start, name: 'journal', resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } });
  const waiting = new Map<number, Waiting>();
  const pack = bodySender();
  const requestOf = (id: number, call: StoreCallName, values: readonly unknown[]): StoreRequest => {
    if (call !== 'write') return { id, call, values };
    const [entries, tapes] = values as Parameters<StoreCalls['write']>;
    return { id, call, entries, tapes: Array.from(tapes, pack) };
  };
  let nextId = 1;
  let ending = false;
  let lost: string | undefined;
  // An idle journal does not keep the process alive; one that owes an answer does.
  const settle = (id: number): Waiting | undefined => {
    const entry = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    return entry;
  };
  const client: StoreClient = {
    call: (name, ...values) =>
      new Promise((resolve, reject) => {
        if (lost !== undefined) {
          reject(new StoreError({ code: undefined, damaged: false, detail: lost }));
          return;
        }
        if (name === 'close') ending = true;
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        thread.ref();
        thread.postMessage(requestOf(id, name, values));
      }),
    terminate: async () => {
      ending = true;
      await thread.terminate();
    },
  };
  return new Promise((resolve) => {
    const lose = (detail: string): void => {
      if (lost !== undefined) return;
      lost = detail;
      for (const { reject } of waiting.values()) reject(new StoreError({ code: undefined, damaged: false, detail }));
      waiting.clear();
      resolve({ ok: false, problem: { code: 'unopenable', sqlite: undefined, detail } });
      if (!ending) onLost(detail);
    };
    thread.on('error', (error) => lose(String(error)));
    // An answer that can not be read here is one that does not come.
    thread.on('messageerror', (error) => {
      lose(String(error));
      void thread.terminate();
    });
    thread.on('exit', (code) => lose(`the journal's worker ended with code ${code}`));
    thread.on('message', (message: StoreAnswer) => {
      if (message.type === 'opened') {
        thread.unref();
        resolve({ ok: true, client, start: message.start });
      } else if (message.type === 'refused') {
        ending = true;
        resolve({ ok: false, problem: message.problem });
      } else if (message.type === 'answer') settle(message.id)?.resolve(message.value as never);
      else settle(message.id)?.reject(new StoreError(message.failure));
    });
  });
}
