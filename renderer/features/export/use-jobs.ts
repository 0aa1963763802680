import { useCallback, useEffect, useState } from 'react';
import type { JobRow } from '../../../shared/ipc/contract.ts';
import { useConsole } from '../../store/console-store.ts';

/** Jobs have no entries in the journal: while one runs they are asked for this often, milliseconds. */
const EVERY = 400;

/** Exports and replays, newest first, followed while one of them runs. */
export function useJobs(): { readonly jobs: readonly JobRow[]; again(): void } {
  const store = useConsole();
  const [jobs, setJobs] = useState<readonly JobRow[]>([]);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    let timer: number | undefined;
    let current = true;
    const ask = (): void => {
      void store.client.call('jobs/list', {}).then((answer) => {
        if (!current || !answer.ok) return;
        setJobs(answer.value.jobs);
        if (answer.value.jobs.some((job) => job.state === 'running')) timer = window.setTimeout(ask, EVERY);
      });
    };
    ask();
    return () => {
      current = false;
      window.clearTimeout(timer);
    };
  }, [store, round]);
  return { jobs, again: useCallback(() => setRound((before) => before + 1), []) };
}
