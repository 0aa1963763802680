/** The part of a growing text that may still be looked at. Offsets are those of the whole text. */
export class TextWindow {
  /** The text from `base` on. */
  buffer = '';
  base = 0;
  private incoming = '';

  /** Where the text that can be read ends. */
  get end(): number {
    return this.base + this.buffer.length;
  }

  /**
   * Takes a piece. False: it waits for more. While much is kept (`keepsMuch`), small pieces wait for each other: joining costs a copy of all of it.
   */
  add(piece: string, keepsMuch: boolean): boolean {
    this.incoming += piece;
    if (keepsMuch && this.incoming.length * 32 < this.buffer.length) return false;
    this.join();
    return true;
  }

  join(): void {
    if (this.incoming === '') return;
    this.buffer += this.incoming;
    this.incoming = '';
  }

  /** Lets go of what stands before `keep`; cheap ends are let go only in large steps. */
  dropBefore(keep: number): void {
    if (keep - this.base < WORTHWHILE && keep !== this.end) return;
    this.buffer = this.buffer.slice(keep - this.base);
    this.base = keep;
  }

  unit(at: number): number {
    return this.buffer.charCodeAt(at - this.base);
  }

  slice(from: number, to: number): string {
    return this.buffer.slice(from - this.base, to - this.base);
  }
}

const WORTHWHILE = 4096;
