/** A time axis in per cent of its width, with round ticks. */
export interface Axis {
  readonly ticks: readonly { readonly at: number; readonly left: number }[];
  /** Per cent of the width; below 0 or above 100 is outside. */
  place(at: number): number;
}

const steps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 21_600, 86_400].map((seconds) => seconds * 1_000);

/** Spans the given turns, with a little room at the end so that labels and the newest bar stay inside. */
export function makeAxis(
  turns: readonly { readonly at: number; readonly ended?: { readonly at: number } | undefined }[],
  now: number,
): Axis {
  const from = Math.min(...turns.map((turn) => turn.at), now);
  const to = Math.max(...turns.map((turn) => turn.ended?.at ?? now), from + 1_000);
  const span = (to - from) * 1.02;
  const step = steps.find((each) => span / each <= 6) ?? span / 6;
  const place = (at: number): number => ((at - from) / span) * 100;
  const ticks: { at: number; left: number }[] = [];
  for (let at = Math.ceil(from / step) * step; at <= from + span * 0.97; at += step) ticks.push({ at, left: place(at) });
  return { ticks, place };
}
