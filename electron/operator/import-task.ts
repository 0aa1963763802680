import { importFile } from '../journal/import/import-folder.ts';
import type { HandOverTask, TaskMessage } from './hand-over-task.ts';

/** Reads, checks, blanks and keeps a file from outside. */
export async function importTask(
  task: Extract<HandOverTask, { readonly type: 'import' }>,
  say: (message: TaskMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  let told = 0;
  const onProgress = (done: number, total: number): void => {
    if (Date.now() - told < 100) return;
    told = Date.now();
    say({ type: 'progress', done, total });
  };
  const { id, name, openedAt, known } = task;
  const kept = await importFile(task.data, task.path, { id, name, openedAt, known, signal, onProgress });
  if (kept.ok) say({ type: 'done', end: { result: { recording: kept.value.id }, recording: kept.value } });
  else say({ type: 'failed', problem: { code: 'file', message: kept.error } });
}
