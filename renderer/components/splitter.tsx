import { useRef } from 'react';

/** A 1 px line that can be dragged, or moved with the arrow keys. The pane is on its right. */
export function Splitter({
  width,
  onWidth,
  min,
  max,
  label,
}: {
  readonly width: number;
  readonly onWidth: (width: number) => void;
  readonly min: number;
  readonly max: number;
  readonly label: string;
}) {
  const drag = useRef<{ readonly x: number; readonly width: number } | undefined>(undefined);
  const clamp = (value: number): number => Math.round(Math.min(max, Math.max(min, value)));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a focusable separator is the ARIA window splitter
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={(event) => {
        drag.current = { x: event.clientX, width };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (drag.current !== undefined) onWidth(clamp(drag.current.width + drag.current.x - event.clientX));
      }}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') onWidth(clamp(width + 16));
        if (event.key === 'ArrowRight') onWidth(clamp(width - 16));
      }}
    />
  );
}
