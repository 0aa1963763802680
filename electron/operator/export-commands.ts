import { rm } from 'node:fs/promises';
import type { CallAnswer, Handlers, JobRow, ReplayRow } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import { shelfProblem } from '../journal/import/import-folder.ts';
import { type ExportFile, openExportFile } from './export-file.ts';
import type { HandOverSetup } from './hand-over-setup.ts';
import { type HandOverTask, startTask, type TaskEnd, type TaskProblem } from './hand-over-task.ts';
import { createImportShelf } from './import-shelf.ts';
import { createJobBoard } from './job-board.ts';
import { createUploadFolder, type Upload } from './upload-folder.ts';

/** Calls for handing incidents over and looking at those that were handed over (interfaces 4.3, feature 16). */
export type HandOverCalls =
  | 'export/create'
  | 'import/open'
  | 'import/list'
  | 'import/close'
  | 'import/turns'
  | 'import/turn'
  | 'replay/run'
  | 'replay/rows'
  | 'jobs/list'
  | 'jobs/cancel';

export interface HandOver {
  readonly handlers: Pick<Handlers, HandOverCalls>;
  /** What a finished export wrote, by its job. */
  exportFile(job: string): Promise<ExportFile | undefined>;
  /** `import/open` for a file that is sent. */
  importUpload(upload: Upload): Promise<CallAnswer<'import/open'>>;
  /** Cancels what runs: the program stops. */
  close(): Promise<void>;
}

type Started = { readonly job: JobRow; readonly ended: Promise<Result<TaskEnd, TaskProblem>> };

/** The work itself is done in threads (decision 0009); here are its jobs and what they leave. */
export function createHandOver(setup: HandOverSetup): HandOver {
  const { journal, now, newId, folder, version } = setup;
  const worker = setup.worker ?? new URL('./hand-over-worker.ts', import.meta.url);
  const replays = new Map<string, readonly ReplayRow[]>();
  const jobs = createJobBoard({ now, newId, onBug: setup.onBug, onForgotten: (id) => void replays.delete(id) });
  const shelf = createImportShelf(folder);
  const uploads = createUploadFolder(folder);

  const begin = async (
    kind: JobRow['kind'],
    unit: JobRow['unit'],
    task: HandOverTask,
  ): Promise<Started | { readonly error: TaskProblem }> => {
    const started = await startTask(worker, task);
    if (!started.ok) {
      if (started.error.code === 'internal') setup.onBug(`jobs/${kind}`, started.error.message);
      return { error: started.error };
    }
    const { title, total, onProgress, begin: go, cancel, ended } = started.value;
    const job = jobs.start({
      kind,
      title,
      unit,
      total,
      work: async ({ signal, progress }) => {
        onProgress(progress);
        signal.addEventListener('abort', cancel);
        if (signal.aborted) cancel();
        go();
        const end = await ended;
        if (!end.ok) {
          if (end.error.code === 'internal' && !signal.aborted) setup.onBug(`jobs/${kind}`, end.error.message);
          return end;
        }
        // The thread had ended when the cancel came: what it wrote goes here.
        if (signal.aborted && 'path' in end.value.result) await rm(end.value.result.path, { force: true });
        if (end.value.rows !== undefined) replays.set(job.id, end.value.rows);
        return { ok: true, value: end.value.result };
      },
    });
    return { job, ended };
  };

  /** What happened up to now is on disk, where the threads read it. */
  const startWritten = async (kind: JobRow['kind'], unit: JobRow['unit'], task: HandOverTask) => {
    await journal.flush();
    const started = await begin(kind, unit, task);
    return 'error' in started ? started : { job: started.job };
  };

  const openFile = async (path: string, name?: string): Promise<CallAnswer<'import/open'>> => {
    const task = { type: 'import', data: folder, path, name, id: newId(), openedAt: now(), known: setup.known() } as const;
    const started = await begin('import', 'exchanges', task);
    if ('error' in started) return started;
    const end = await started.ended;
    if (!end.ok) return { error: end.error };
    const { recording } = end.value;
    return recording === undefined ? { error: { code: 'file', message: 'Nothing was read.' } } : { recording };
  };

  return {
    exportFile: (id) => openExportFile(jobs.list().find((job) => job.id === id)),
    importUpload: async (upload) => {
      // Before it is sent in vain.
      const problem = await shelfProblem(folder, upload.name);
      return problem === undefined
        ? uploads.receive(upload, (path) => openFile(path, upload.name))
        : { error: { code: 'file', message: problem } };
    },
    handlers: {
      'export/create': ({ scope, format, redact }) =>
        startWritten('export', 'bytes', {
          type: 'export',
          data: folder,
          scope,
          format,
          redact: redact ?? true,
          known: setup.known(),
          version,
          createdAt: now(),
          settings: setup.settings(),
        }),
      'import/open': async ({ path }) => {
        const problem = shelf.problemOf(path);
        return problem === undefined ? openFile(path) : { error: { code: 'file', message: problem } };
      },
      'import/list': async () => ({ recordings: [...(await shelf.list())] }),
      'import/close': async ({ recording }) => ({ closed: await shelf.close(recording) }),
      'import/turns': ({ recording, session, offset, limit }) => shelf.turns(recording, session, offset ?? 0, limit ?? 200),
      'import/turn': async ({ recording, turn }) => ({ turn: (await shelf.turn(recording, turn)) ?? null }),
      'replay/run': (input) =>
        startWritten('replay', 'exchanges', { type: 'replay', data: folder, input, version, settings: setup.settings() }),
      'replay/rows': ({ job, state, offset, limit }) => {
        const rows = (replays.get(job) ?? []).filter((row) => state === undefined || row.state === state);
        return { rows: rows.slice(offset ?? 0, (offset ?? 0) + (limit ?? 200)), total: rows.length };
      },
      'jobs/list': () => ({ jobs: [...jobs.list()] }),
      'jobs/cancel': ({ job }) => ({ cancelled: jobs.cancel(job) }),
    },
    close: () => jobs.close(),
  };
}
