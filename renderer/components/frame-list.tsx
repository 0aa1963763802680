import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import type { FrameRow } from '../../shared/ipc/contract.ts';
import { differsAt } from './frame-difference.ts';
import { inertLine } from './inert-text.ts';
import { sortFrames } from './sort-frames.ts';

const fateClass = { passed: 'frame', withheld: 'frame in', written: 'frame out' } as const;
const fateWord = { passed: '', withheld: ', withheld', written: ', written here' } as const;

/** Raw frames, upstream in and agent out, on one time axis from the start of the turn (seconds). */
export function FrameList({
  frames,
  start,
  isOpen,
}: {
  readonly frames: readonly FrameRow[];
  readonly start: number;
  /** The turn still runs. */
  readonly isOpen: boolean;
}) {
  const shown = useMemo(() => sortFrames(frames), [frames]);
  const cuts = useMemo(() => cutsOf(shown), [shown]);
  // A recording may hold no times of its frames: one and the same for all is none.
  const isTimed = shown.length === 1 || shown.some(({ at }) => at !== shown[0]?.at);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: shown.length, getScrollElement: () => scroller.current, estimateSize: () => 20, overscan: 20 });
  if (shown.length === 0)
    return (
      <p className="pad sm muted">
        {isOpen
          ? 'The frames of a turn are written at its end.'
          : 'No frames are kept of this turn. Of turns in which nothing acted they are dropped after a while; Settings, Journal has “Untouched calls” and “Bodies”.'}
      </p>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys
    <div ref={scroller} className="scroll frames" tabIndex={0} role="region" aria-label="Raw frames">
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const frame = shown[item.index];
          if (frame === undefined) return null;
          return (
            <div key={item.key} className={fateClass[frame.fate]} style={{ transform: `translateY(${item.start}px)` }}>
              <span>
                {frame.direction}
                <span className="sr">{fateWord[frame.fate]}</span>
              </span>
              <span>{isTimed ? (Math.max(0, frame.at - start) / 1000).toFixed(3) : ''}</span>
              <span title={inertLine(frame.text, 2_000)} dir="ltr">
                {(cuts[item.index] ?? 0) === 0 ? null : <span className="same">… </span>}
                {inertLine(frame.text.trim().slice(cuts[item.index] ?? 0), 600)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Where each frame begins to differ from the last one of its direction: what they have in common would fill the line. */
function cutsOf(frames: ReturnType<typeof sortFrames>): readonly number[] {
  const last = new Map<string, string>();
  return frames.map(({ direction, text }) => {
    const whole = text.trim();
    const cut = differsAt(whole, last.get(direction));
    last.set(direction, whole);
    return cut;
  });
}

/** What the colours of the frames mean: never by colour alone. */
export function FrameLegend() {
  return (
    <>
      <span className="sm muted flex legend-key withheld">
        <i />
        withheld
      </span>
      <span className="sm muted flex legend-key written">
        <i />
        written here
      </span>
    </>
  );
}
