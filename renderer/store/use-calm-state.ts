import { useCallback, useSyncExternalStore } from 'react';
import { type ConsoleState, useConsole } from './console-store.ts';

/**
 * As `useConsoleState`, but told of changes at most every `everyMs`, the first at once: for what is drawn anew as a whole with each
 * change (a list of sessions, a time axis), where four times a second is as good as twenty.
 */
export function useCalmState<T>(select: (state: ConsoleState) => T, everyMs = 250): T {
  const store = useConsole();
  const subscribe = useCallback(
    (tell: () => void) => {
      let toldAt = -Infinity;
      let timer: number | undefined;
      const run = (): void => {
        timer = undefined;
        toldAt = performance.now();
        tell();
      };
      const stop = store.subscribe(() => {
        if (timer !== undefined) return;
        const wait = toldAt + everyMs - performance.now();
        if (wait <= 0) run();
        else timer = window.setTimeout(run, wait);
      });
      return () => {
        stop();
        window.clearTimeout(timer);
      };
    },
    [store, everyMs],
  );
  return useSyncExternalStore(subscribe, () => select(store.getState()));
}
