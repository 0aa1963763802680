import { useSyncExternalStore } from 'react';

/** One clock for all countdowns, stopped while nobody reads it. */
const listeners = new Set<() => void>();
let timer: number | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 250);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === undefined) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

/** The time in steps of a second, for countdowns and "now". */
export const useNow = (): number => useSyncExternalStore(subscribe, () => Math.floor(now / 1000) * 1000);
