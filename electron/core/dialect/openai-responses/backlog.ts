import type { Sourced } from '../../turn/turn-event.ts';

/** A frame that left as it came; `text` when it stands for a run of deltas, of which it is the last. */
export interface PassedFrame {
  readonly sourced: Sourced;
  readonly text: string | undefined;
}

/**
 * Frames that left as their own bytes, until the client's view is needed. A run of deltas of one block or call is kept as its joined text
 * and its last frame, so that a long untouched reply costs no memory per frame.
 */
export class Backlog {
  private passed: PassedFrame[] = [];
  private run: { readonly of: string; text: string; last: Sourced } | undefined;

  push(sourced: Sourced): void {
    const delta = deltaOf(sourced);
    const { run } = this;
    if (run !== undefined && delta !== undefined && run.of === delta.of && run.last.frame.event === sourced.frame.event) {
      run.text += delta.text;
      run.last = sourced;
      return;
    }
    this.endRun();
    if (delta === undefined) this.passed.push({ sourced, text: undefined });
    else this.run = { of: delta.of, text: delta.text, last: sourced };
  }

  /** Everything since the last time, in order. */
  take(): readonly PassedFrame[] {
    this.endRun();
    const { passed } = this;
    this.passed = [];
    return passed;
  }

  get empty(): boolean {
    return this.run === undefined && this.passed.length === 0;
  }

  private endRun(): void {
    if (this.run !== undefined) this.passed.push({ sourced: this.run.last, text: this.run.text });
    this.run = undefined;
  }
}

/** Only frames whose event line says that they are a delta: closing frames may tell text too. */
function deltaOf({ frame, events }: Sourced): { readonly of: string; readonly text: string } | undefined {
  const [event] = events;
  if (event === undefined || events.length !== 1 || !frame.event.endsWith('.delta')) return undefined;
  if (event.type === 'text-delta' || event.type === 'reasoning-delta') return { of: event.block, text: event.text };
  return event.type === 'call-delta' ? { of: event.key, text: event.text } : undefined;
}
