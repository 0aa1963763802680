import { useState } from 'react';
import type { CallAnswer } from '../../../shared/ipc/contract.ts';
import { useConsole } from '../../store/console-store.ts';

export type Probe = CallAnswer<'upstreams/test'>;

/** The tests of this visit, by upstream. One that has advice to give opens the panel that takes it. */
export function useProbes(onAdvice: (name: string) => void): {
  readonly probes: ReadonlyMap<string, Probe | 'asking'>;
  readonly test: (name: string) => void;
  readonly forget: (name: string) => void;
} {
  const store = useConsole();
  const [probes, setProbes] = useState<ReadonlyMap<string, Probe | 'asking'>>(new Map());
  const put = (name: string, probe: Probe | 'asking'): void => setProbes((before) => new Map(before).set(name, probe));
  const test = (name: string): void => {
    put(name, 'asking');
    void store.client.call('upstreams/test', { name }).then((answer) => {
      const probe = answer.ok
        ? answer.value
        : { reachable: false, status: null, latencyMs: null, detail: answer.error.message, next: null };
      put(name, probe);
      if (!probe.reachable || probe.next !== null) onAdvice(name);
    });
  };
  const forget = (name: string): void => setProbes((before) => new Map([...before].filter(([each]) => each !== name)));
  return { probes, test, forget };
}
