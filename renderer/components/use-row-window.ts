import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';

/** The part of a long list that is drawn. Rows are equally high: places are computed, none is ever measured. */
export interface RowWindow {
  /** Index of the first drawn row, and of the one behind the last. */
  readonly first: number;
  readonly end: number;
  /** Rows that may be drawn at once: an element is used again for every so many-th row. */
  readonly span: number;
  /** Height of the whole list, px. */
  readonly total: number;
  /** Where the list stands, px: known without asking the box, which would force a layout in every frame of a storm. */
  offset(): number;
  /** Scrolls as little as is needed to show a row. */
  reveal(index: number): void;
}

/** Rows drawn beyond each edge, so that a fast wheel shows no hole. */
const beyond = 12;

export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  { count, rowHeight, above, following }: RowList,
  /** After each scroll: whether the list stands at its end, within a row. */
  onScrolled?: (atEnd: boolean) => void,
): RowWindow {
  const [, redraw] = useReducer((before: number) => before + 1, 0);
  const box = useRef({ offset: 0, height: 0 });
  const total = above + count * rowHeight;
  // Who follows stands at the end before the box has been told so: one drawing an update, not two.
  const offset = following
    ? Math.max(0, total - box.current.height)
    : Math.min(box.current.offset, Math.max(0, total - box.current.height));
  const drawn = rangeAt(offset, box.current.height, { count, rowHeight, above, following });
  const latest = useRef({ list: { count, rowHeight, above, following }, total, drawn, onScrolled });
  latest.current = { list: { count, rowHeight, above, following }, total, drawn, onScrolled };

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (sync: boolean): void => {
      const { list, drawn: now } = latest.current;
      const next = rangeAt(box.current.offset, box.current.height, list);
      if (next.first === now.first && next.end === now.end) return;
      if (sync) flushSync(redraw);
      else redraw();
    };
    const onScroll = (): void => {
      box.current.offset = element.scrollTop;
      look(true);
      const { total: whole, list } = latest.current;
      const isAtEnd = (height: number): boolean => element.scrollTop + height > whole - list.rowHeight;
      // A box that grew scrolls before it is observed: only who seems to have left is measured anew.
      latest.current.onScrolled?.(isAtEnd(box.current.height) || (list.following && isAtEnd(element.clientHeight)));
    };
    const observer = new ResizeObserver(() => {
      box.current.height = element.clientHeight;
      // A lower box keeps its upper edge: who follows would stand above the end from then on.
      if (latest.current.list.following) element.scrollTop = latest.current.total;
      look(false);
    });
    box.current = { offset: element.scrollTop, height: element.clientHeight };
    redraw();
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroller]);

  // Set, never read: asking for the height first would lay the list out twice a frame.
  useLayoutEffect(() => {
    if (!following || scroller.current === null) return;
    scroller.current.scrollTop = total;
    box.current.offset = Math.max(0, total - box.current.height);
  }, [scroller, following, total]);

  return {
    ...drawn,
    span: Math.ceil(box.current.height / rowHeight) + 2 * beyond + 2,
    total,
    offset: () => box.current.offset,
    reveal: (index) => {
      const top = above + index * rowHeight;
      const { offset: from, height } = box.current;
      const to = top < from ? top : top + rowHeight > from + height ? top + rowHeight - height : from;
      if (to !== from && scroller.current !== null) scroller.current.scrollTop = to;
    },
  };
}

interface RowList {
  readonly count: number;
  readonly rowHeight: number;
  /** Height of what stands above the first row, px. */
  readonly above: number;
  readonly following: boolean;
}

function rangeAt(offset: number, height: number, { count, rowHeight, above }: RowList): { readonly first: number; readonly end: number } {
  const top = Math.floor((offset - above) / rowHeight) - beyond;
  const bottom = Math.ceil((offset - above + height) / rowHeight) + beyond;
  const first = Math.min(Math.max(0, top), count);
  return { first, end: Math.max(first, Math.min(count, bottom)) };
}
