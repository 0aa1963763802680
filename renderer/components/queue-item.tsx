import type { ReactNode } from 'react';
import { PinMark } from './pin-button.tsx';
import { press } from './press.ts';

/** The two-line item of queues, incidents and sessions: line 1 what, line 2 whose and why, time or countdown right. */
export function QueueItem({
  id,
  menu,
  selected,
  pinned,
  first,
  aside,
  tone,
  second,
  onSelect,
}: {
  readonly id?: string | undefined;
  /** What the context menu of the list is asked for. */
  readonly menu?: string | undefined;
  readonly selected: boolean;
  readonly pinned?: boolean | undefined;
  readonly first: ReactNode;
  readonly second: ReactNode;
  readonly aside: ReactNode;
  readonly tone?: 'due' | 'late' | undefined;
  readonly onSelect: () => void;
}) {
  return (
    <button
      type="button"
      id={id}
      data-menu={menu}
      className={selected ? 'item sel' : 'item'}
      aria-current={selected ? 'true' : undefined}
      {...press(onSelect)}
    >
      <span className="l1">{first}</span>
      <span className={`r ${tone ?? ''}`}>
        {pinned === true ? <PinMark /> : null}
        {aside}
      </span>
      <span className="l2">{second}</span>
    </button>
  );
}
