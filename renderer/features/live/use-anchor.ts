import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { CallRecord } from '../../store/journal-view.ts';

/**
 * Keeps what is read where it is: when rows come or go above it (older pages, the bound of the view), the scroll moves by as much.
 * Following needs no anchor. `offset` is what the virtual list already knows: asking the box would force a layout in every frame of a
 * storm.
 */
export function useAnchor(
  scroller: RefObject<HTMLElement | null>,
  offset: () => number,
  rows: readonly CallRecord[],
  rowHeight: number,
  following: boolean,
): void {
  const shown = useRef<readonly CallRecord[]>([]);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = rows;
    if (following) return;
    const index = Math.max(0, Math.floor(offset() / rowHeight));
    const anchor = before[index];
    if (anchor === undefined || rows[index]?.id === anchor.id) return;
    const now = rows.findIndex((call) => call.id === anchor.id);
    if (now !== -1 && scroller.current !== null) scroller.current.scrollTop = offset() + (now - index) * rowHeight;
  }, [rows, rowHeight, following, scroller, offset]);
}
