import { useSyncExternalStore } from 'react';
import { nextSecond } from './format-units.ts';

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

/** A clock that stood still, perhaps for an hour, is set before it is read. */
function read(): number {
  if (timer === undefined) now = Date.now();
  return nextSecond(now);
}

/** The time in steps of a second, for countdowns and "now". */
export const useNow = (): number => useSyncExternalStore(subscribe, read);
