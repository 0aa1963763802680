import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { assertNever } from '../../shared/result.ts';
import { importTask } from './import-task.ts';
import type { HandOverTask, TaskMessage } from './hand-over-task.ts';

/** One export, import or replay in a thread of its own: neither the agents' traffic nor the writing of the journal waits for it (decision 0009). */
const task = workerData as HandOverTask;
const stop = new AbortController();
const begun = new Promise<void>((begin) => {
  parentPort?.on('message', (message: 'begin' | 'cancel') => {
    if (message === 'cancel') stop.abort();
    begin();
  });
});
const say = (message: TaskMessage): void => parentPort?.postMessage(message);

async function run(): Promise<void> {
  switch (task.type) {
    case 'export':
      return (await import('./export-task.ts')).exportTask(task, say, { signal: stop.signal, begun });
    case 'import':
      say({ type: 'ready', title: basename(task.name ?? task.path), total: null });
      await begun;
      return importTask(task, say, stop.signal);
    case 'replay':
      return (await import('./replay-task.ts')).replayTask(task, say, { signal: stop.signal, begun });
    default:
      return assertNever(task);
  }
}

await run();
parentPort?.close();
