import type { JobRow } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';

type JobResult = NonNullable<JobRow['result']>;
type Problem = NonNullable<JobRow['error']>;

/** How a job tells how far it is, and is told to stop. */
export interface JobControl {
  readonly signal: AbortSignal;
  progress(done: number, total?: number): void;
}

export interface JobStart {
  readonly kind: JobRow['kind'];
  readonly title: string;
  readonly unit: JobRow['unit'];
  readonly total: number | null;
  /** A cancelled job may answer whatever it likes: it counts as cancelled. */
  readonly work: (control: JobControl) => Promise<Result<JobResult, Problem>>;
}

/** Long work of the operator: shown with progress, cancelled on demand. Ended jobs are kept, bounded. */
export interface JobBoard {
  start(job: JobStart): JobRow;
  /** Newest first. */
  list(): readonly JobRow[];
  /** False: it is over, or there is none. */
  cancel(id: string): boolean;
  /** Cancels what runs and waits for it: the program stops. */
  close(): Promise<void>;
}

interface Job {
  row: JobRow;
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

const maxJobs = 100;

export interface JobBoardSetup {
  readonly now: () => number;
  readonly newId: () => string;
  /** A job that threw: a bug of ours. */
  readonly onBug: (name: string, error: unknown) => void;
  /** A job went out of the list: what was kept for it can go. */
  readonly onForgotten: (id: string) => void;
}

export function createJobBoard({ now, newId, onBug, onForgotten }: JobBoardSetup): JobBoard {
  const jobs = new Map<string, Job>();
  const update = (id: string, change: Partial<JobRow>): void => {
    const job = jobs.get(id);
    if (job !== undefined) job.row = { ...job.row, ...change };
  };
  const end = (id: string, change: Pick<JobRow, 'state'> & Partial<JobRow>): void => update(id, { ...change, endedAt: now() });
  const run = async (id: string, start: JobStart, controller: AbortController): Promise<void> => {
    try {
      const result = await start.work({
        signal: controller.signal,
        progress: (done, total) => update(id, { done, ...(total === undefined ? {} : { total }) }),
      });
      if (controller.signal.aborted) end(id, { state: 'cancelled' });
      else if (result.ok) end(id, { state: 'done', result: result.value });
      else end(id, { state: 'failed', error: result.error });
    } catch (error) {
      onBug(`jobs/${start.kind}`, error);
      const message = `The ${start.kind} failed inside Signalbox. Next: see the journal's stage-failed entry, then report it.`;
      end(id, { state: 'failed', error: { code: 'internal', message } });
    }
  };
  return {
    start: (start) => {
      const id = newId();
      const controller = new AbortController();
      const { kind, title, unit, total } = start;
      const row: JobRow = {
        id,
        kind,
        title,
        unit,
        total,
        state: 'running',
        done: 0,
        startedAt: now(),
        endedAt: null,
        error: null,
        result: null,
      };
      // The work begins behind this call, so that its first progress finds the job.
      const ended = Promise.resolve().then(() => run(id, start, controller));
      jobs.set(id, { row, controller, ended });
      for (const [old, { row: each }] of jobs) {
        if (jobs.size <= maxJobs) break;
        if (each.state === 'running') continue;
        jobs.delete(old);
        onForgotten(old);
      }
      return row;
    },
    list: () => [...jobs.values()].map(({ row }) => row).reverse(),
    cancel: (id) => {
      const job = jobs.get(id);
      if (job === undefined || job.row.state !== 'running') return false;
      job.controller.abort();
      return true;
    },
    close: async () => {
      for (const { controller } of jobs.values()) controller.abort();
      await Promise.all([...jobs.values()].map(({ ended }) => ended));
    },
  };
}
