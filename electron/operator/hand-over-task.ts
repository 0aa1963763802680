import { Worker } from 'node:worker_threads';
import type { ExportFormat, JobRow, RecordingRow, ReplayRow } from '../../shared/ipc/contract.ts';
import { fail, type Result } from '../../shared/result.ts';
import type { Settings } from '../../shared/settings.ts';

/** What is exported, as the operator API names it: incidents by their ids. */
export type NamedScope =
  | { readonly entry: number }
  | { readonly turn: string }
  | { readonly session: string }
  | { readonly incident: number | string }
  | { readonly since?: number | undefined; readonly until?: number | undefined };

/** Long work that is done beside the agents' traffic, in a thread of its own (decision 0009). `data` is the data folder. */
export type HandOverTask =
  | {
      readonly type: 'export';
      readonly data: string;
      readonly scope: NamedScope;
      readonly format: ExportFormat;
      readonly redact: boolean;
      readonly known: readonly string[];
      readonly version: string;
      readonly createdAt: number;
      readonly settings: Settings;
    }
  | {
      readonly type: 'import';
      readonly data: string;
      readonly path: string;
      /** What it is called, where that is not its path. */
      readonly name?: string | undefined;
      readonly id: string;
      readonly openedAt: number;
      readonly known: readonly string[];
    }
  | {
      readonly type: 'replay';
      readonly data: string;
      readonly input: { readonly recording: string } | { readonly path: string } | { readonly session: string };
      readonly version: string;
      readonly settings: Settings;
    };

export type TaskResult = NonNullable<JobRow['result']>;
export type TaskProblem = NonNullable<JobRow['error']>;

/** What a task heeds: it says that it is ready, and works once it has begun. */
export interface TaskControl {
  readonly signal: AbortSignal;
  readonly begun: Promise<void>;
}

/** What a task ends with. */
export interface TaskEnd {
  readonly result: TaskResult;
  /** Of a replay. */
  readonly rows?: readonly ReplayRow[] | undefined;
  /** Of an import. */
  readonly recording?: RecordingRow | undefined;
}

/** What the thread says: once `ready`, any number of times `progress`, then one end. `failed` without `ready`: the work could not begin. */
export type TaskMessage =
  | { readonly type: 'ready'; readonly title: string; readonly total: number | null }
  | { readonly type: 'progress'; readonly done: number; readonly total?: number | undefined }
  | { readonly type: 'done'; readonly end: TaskEnd }
  | { readonly type: 'failed'; readonly problem: TaskProblem };

export interface RunningTask {
  readonly title: string;
  readonly total: number | null;
  onProgress(listener: (done: number, total: number | undefined) => void): void;
  /** The work begins with this, so that nothing ends before it is known of. */
  begin(): void;
  cancel(): void;
  readonly ended: Promise<Result<TaskEnd, TaskProblem>>;
}

/** A thread that does not heed its cancel is ended after this long, milliseconds. */
const patienceMs = 5000;

/** Starts a thread for one task; answers when it is clear that the work can be done. */
export function startTask(worker: URL, task: HandOverTask): Promise<Result<RunningTask, TaskProblem>> {
  const thread = new Worker(worker, { workerData: task, name: task.type });
  let listener: (done: number, total: number | undefined) => void = () => undefined;
  return new Promise((resolve) => {
    let settle: (end: Result<TaskEnd, TaskProblem>) => void = () => undefined;
    const ended = new Promise<Result<TaskEnd, TaskProblem>>((done) => {
      settle = done;
    });
    const lose = (detail: string): void => {
      const problem = { code: 'internal', message: `The ${task.type} ended inside Signalbox: ${detail}. Next: try again, then report it.` };
      settle(fail(problem));
      resolve(fail(problem));
    };
    thread.on('error', (error) => lose(error instanceof Error ? error.message : String(error)));
    thread.on('exit', (code) => lose(`its thread ended with code ${code}`));
    thread.on('message', (message: TaskMessage) => {
      if (message.type === 'progress') listener(message.done, message.total);
      else if (message.type === 'ready') {
        resolve({
          ok: true,
          value: {
            title: message.title,
            total: message.total,
            onProgress: (next) => {
              listener = next;
            },
            begin: () => thread.postMessage('begin'),
            cancel: () => {
              thread.postMessage('cancel');
              setTimeout(() => void thread.terminate(), patienceMs).unref();
            },
            ended,
          },
        });
      } else {
        settle(message.type === 'done' ? { ok: true, value: message.end } : fail(message.problem));
        if (message.type === 'failed') resolve(fail(message.problem));
      }
    });
  });
}
