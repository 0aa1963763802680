import { useCallback, useEffect, useState } from 'react';
import type { JobRow, ReplayRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { useConsole } from '../../store/console-store.ts';

/** A running job is looked at this often, milliseconds: jobs have no entries in the journal. */
const EVERY = 300;

export interface Replay {
  readonly running: boolean;
  /** How far it is, what it found, or why it can't be. */
  readonly words: string;
  readonly rows: readonly ReplayRow[];
  start(): void;
}

/** Plays a recording through today's rules, and brings what it found. */
export function useReplay(recording: string): Replay {
  const store = useConsole();
  const [job, setJob] = useState<JobRow>();
  const [problem, setProblem] = useState('');
  const [rows, setRows] = useState<readonly ReplayRow[]>([]);
  const running = job?.state === 'running';
  useEffect(() => {
    if (job === undefined) return undefined;
    let current = true;
    if (job.state === 'done')
      void store.client.call('replay/rows', { job: job.id, limit: 1000 }).then((answer) => {
        if (current && answer.ok) setRows(answer.value.rows);
      });
    const timer =
      job.state === 'running'
        ? window.setTimeout(() => {
            void store.client.call('jobs/list', {}).then((answer) => {
              const found = answer.ok ? answer.value.jobs.find(({ id }) => id === job.id) : undefined;
              if (current) setJob(found ?? { ...job, state: 'cancelled' });
            });
          }, EVERY)
        : undefined;
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [job, store]);
  const start = useCallback(() => {
    setProblem('');
    setRows([]);
    void store.client.call('replay/run', { recording }).then((answer) => {
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else setJob(answer.value.job);
    });
  }, [recording, store]);
  return { running, words: problem === '' ? wordsOf(job) : problem, rows, start };
}

function wordsOf(job: JobRow | undefined): string {
  if (job === undefined) return '';
  if (job.state === 'running') return `Replaying: ${count(job.done)}${job.total === null ? '' : ` of ${count(job.total)}`}`;
  if (job.state !== 'done' || job.result === null || !('exchanges' in job.result)) return job.error?.message ?? 'The replay was cancelled.';
  const { same, differs, notReproducible } = job.result;
  return `${count(same)} same, ${count(differs)} different${notReproducible === 0 ? '' : `, ${count(notReproducible)} not reproducible`}`;
}
