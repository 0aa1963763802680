import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CallRecord } from '../../store/journal-view.ts';

/**
 * Keeps what is read where it is: when rows come or go above it (older pages, the bound of the view), the scroll moves by as much.
 * Following needs no anchor.
 */
export function useAnchor(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly CallRecord[],
  rowHeight: number,
  following: boolean,
): void {
  const anchor = useRef<{ readonly id: string; readonly index: number } | undefined>(undefined);
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return;
    const before = anchor.current;
    if (before !== undefined && !following && rows[before.index]?.id !== before.id) {
      const now = rows.findIndex((call) => call.id === before.id);
      if (now !== -1) box.scrollTop += (now - before.index) * rowHeight;
    }
  }, [rows, rowHeight, following, scroller]);
  // After every draw: which row stands at the top.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (box === null) return undefined;
    const note = (): void => {
      const index = Math.max(0, Math.floor(box.scrollTop / rowHeight));
      const call = rows[index];
      anchor.current = call === undefined ? undefined : { id: call.id, index };
    };
    note();
    box.addEventListener('scroll', note, { passive: true });
    return () => box.removeEventListener('scroll', note);
  }, [rows, rowHeight, scroller]);
}
