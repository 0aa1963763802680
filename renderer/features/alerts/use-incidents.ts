import { useEffect, useRef } from 'react';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { type Answer, useAnswer } from '../../components/use-answer.ts';
import { useConsoleState } from '../../store/console-store.ts';

/** Incidents are asked for again at most this often while alerts come in, milliseconds. */
const EVERY = 1_000;

/** Incidents, newest first; asked for again when the journal tells of something that belongs to one. */
export function useIncidents(): Answer<{ readonly incidents: readonly IncidentRow[] }> {
  const { answer, again } = useAnswer('incidents/list', { limit: 300 });
  const alerts = useConsoleState((state) => state.view.alerts);
  const circuits = useConsoleState((state) => state.view.circuits);
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what incidents are made of asks again
  useEffect(() => {
    const wait = Math.max(0, asked.current + EVERY - Date.now());
    const timer = window.setTimeout(() => {
      asked.current = Date.now();
      again();
    }, wait);
    return () => window.clearTimeout(timer);
  }, [alerts, circuits, again]);
  return answer;
}
