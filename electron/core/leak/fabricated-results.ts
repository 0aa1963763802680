import type { ScanFacts } from './region.ts';
import { isBlank } from './reply-marks.ts';
import type { TextWindow } from './text-window.ts';

/** Follows results that the model wrote itself behind a call (contract 2.3): from their opener to their closer, or to the end. */
export class FabricatedResults {
  readonly spans: ScanFacts['fabricated'][number][] = [];
  private open: { readonly start: number; readonly close: string | undefined; filled: boolean } | undefined;

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  begin(start: number, close: string | undefined): void {
    this.open = { start, close, filled: false };
  }

  /** Takes what stands at `at`; answers with the next place, or undefined while a closer may be beginning. */
  take(window: TextWindow, at: number, limit: number, mayGrow: boolean): number | undefined {
    const { open } = this;
    if (open === undefined) return at;
    const unit = window.unit(at);
    if (open.close !== undefined && unit === open.close.charCodeAt(0)) {
      const here = window.slice(at, Math.min(limit, at + open.close.length));
      if (here === open.close) {
        this.end(at + open.close.length);
        return at + open.close.length;
      }
      if (mayGrow && here.length < open.close.length && open.close.startsWith(here)) return undefined;
    }
    if (!isBlank(unit)) open.filled = true;
    return at + 1;
  }

  end(at: number): void {
    if (this.open !== undefined) this.spans.push({ start: this.open.start, end: at, filled: this.open.filled });
    this.open = undefined;
  }
}
