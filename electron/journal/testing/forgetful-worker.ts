import { parentPort } from 'node:worker_threads';
import type { StoreRequest } from '../store-calls.ts';

/** The journal's worker, to which each body's beginning is one that never arrived. */
parentPort?.on('message', (request: StoreRequest) => {
  if (request.call !== 'write') return;
  for (const { head } of request.tapes) if (head.body.base !== undefined) Object.assign(head.body, { base: -1 });
});
await import('../journal-worker.ts');
