import { useEffect, useRef, useState } from 'react';
import { useKeys } from '../../components/use-keys.ts';

/** Which of the shown rows is looked at: the first until another is chosen; by the keys that move in every list. */
export function useChosen<T extends { readonly id: string }>(
  shown: readonly T[],
): { readonly current: T | undefined; readonly choose: (id: string) => void } {
  const [chosen, choose] = useState<string | undefined>(undefined);
  const moved = useRef(false);
  const current = shown.find(({ id }) => id === chosen) ?? shown[0];
  const at = current === undefined ? -1 : shown.indexOf(current);
  const go = (to: number): void => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, to))];
    if (next === undefined) return;
    moved.current = true;
    choose(next.id);
  };
  useKeys({ next: () => go(at + 1), previous: () => go(at - 1), first: () => go(0), last: () => go(shown.length - 1) });
  // What is chosen by a key is brought into view.
  useEffect(() => {
    if (moved.current && chosen !== undefined) document.querySelector('main .row.sel')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return { current, choose };
}
