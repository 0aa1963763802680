import type { FrameRow } from '../../shared/ipc/contract.ts';

export interface ShownFrame {
  readonly at: number;
  readonly text: string;
  readonly attempt: number;
  readonly direction: 'in' | 'out';
  /** Passed as it came, held back from the agent, or written by Signalbox. */
  readonly fate: 'passed' | 'withheld' | 'written';
}

/**
 * One list of both directions: a frame that left exactly as it came is shown once. A turn without client frames is one whose last
 * attempt went out byte by byte (the journal keeps those once).
 */
export function sortFrames(frames: readonly FrameRow[]): readonly ShownFrame[] {
  const last = Math.max(0, ...frames.map((frame) => frame.attempt));
  const untouched = frames.every((frame) => frame.direction === 'upstream');
  const sent = new Map<string, number>();
  for (const frame of frames) if (frame.direction === 'client') sent.set(frame.text, (sent.get(frame.text) ?? 0) + 1);
  const passed = new Map<string, number>();
  const shown: ShownFrame[] = [];
  for (const frame of frames) {
    if (frame.direction !== 'upstream') continue;
    const left = sent.get(frame.text) ?? 0;
    const passes = left > 0 || (untouched && frame.attempt === last);
    if (left > 0) {
      sent.set(frame.text, left - 1);
      passed.set(frame.text, (passed.get(frame.text) ?? 0) + 1);
    }
    shown.push({ at: frame.at, text: frame.text, attempt: frame.attempt, direction: 'in', fate: passes ? 'passed' : 'withheld' });
  }
  for (const frame of frames) {
    if (frame.direction !== 'client') continue;
    const twin = passed.get(frame.text) ?? 0;
    if (twin > 0) passed.set(frame.text, twin - 1);
    else shown.push({ at: frame.at, text: frame.text, attempt: frame.attempt, direction: 'out', fate: 'written' });
  }
  return shown.sort((a, b) => a.at - b.at);
}
