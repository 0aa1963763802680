import { Buffer } from 'node:buffer';

/** Bytes that passed in one direction, with the time of each chunk. `marks` are pairs: epoch milliseconds, end offset. */
export interface TapedBytes {
  readonly bytes: Uint8Array;
  readonly marks: readonly number[];
}

const FIRST_PAGE = 4 * 1024;
const PAGE = 64 * 1024;

/**
 * Copies chunks one behind the other. A reply comes in thousands of small chunks: kept as they are, each is an object with memory of its
 * own that the garbage collector carries along until the turn ends.
 */
export class ByteLog {
  readonly #marks: number[] = [];
  readonly #full: Buffer[] = [];
  #page: Buffer | undefined;
  #used = 0;
  #total = 0;

  add(chunk: Uint8Array | string, at: number): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    for (let from = 0; from < bytes.length; ) from += this.#copy(bytes, from);
    this.#total += bytes.length;
    // Chunks of one millisecond are one mark.
    const marks = this.#marks;
    if (marks.length > 0 && marks[marks.length - 2] === at) marks[marks.length - 1] = this.#total;
    else marks.push(at, this.#total);
  }

  taped(): TapedBytes {
    const bytes = new Uint8Array(this.#total);
    let offset = 0;
    for (const page of this.#full) {
      bytes.set(page, offset);
      offset += page.length;
    }
    if (this.#page !== undefined) bytes.set(this.#page.subarray(0, this.#used), offset);
    return { bytes, marks: this.#marks };
  }

  /** Copies as much as the page takes; answers how much that was. */
  #copy(bytes: Uint8Array, from: number): number {
    const page = this.#room();
    const size = Math.min(bytes.length - from, page.length - this.#used);
    page.set(from === 0 && size === bytes.length ? bytes : bytes.subarray(from, from + size), this.#used);
    this.#used += size;
    return size;
  }

  #room(): Buffer {
    if (this.#page !== undefined && this.#used < this.#page.length) return this.#page;
    if (this.#page !== undefined) this.#full.push(this.#page);
    const page = Buffer.allocUnsafeSlow(this.#page === undefined ? FIRST_PAGE : PAGE);
    this.#page = page;
    this.#used = 0;
    return page;
  }
}
