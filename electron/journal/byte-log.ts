import { Buffer } from 'node:buffer';

/** Bytes that passed in one direction, with the time of each chunk. `marks` are pairs: epoch milliseconds, end offset. */
export interface TapedBytes {
  readonly bytes: Uint8Array;
  readonly marks: readonly number[];
}

const FIRST_PAGE = 4 * 1024;
const PAGE = 64 * 1024;

/** Chunks of one millisecond are one mark. */
export function mark(marks: number[], at: number, end: number): void {
  if (marks.length > 0 && marks[marks.length - 2] === at) marks[marks.length - 1] = end;
  else marks.push(at, end);
}

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
    mark(this.#marks, at, this.#total);
  }

  get length(): number {
    return this.#total;
  }

  /** True when exactly these bytes stand at `offset`. */
  holds(offset: number, bytes: Uint8Array): boolean {
    if (offset + bytes.length > this.#total) return false;
    const inLast = offset - this.#total + this.#used;
    if (this.#page !== undefined && inLast >= 0) return this.#page.compare(bytes, 0, bytes.length, inLast, inLast + bytes.length) === 0;
    for (let from = 0; from < bytes.length; ) {
      const { page, at } = this.#pageOf(offset + from);
      const size = Math.min(bytes.length - from, page.length - at);
      if (Buffer.compare(page.subarray(at, at + size), bytes.subarray(from, from + size)) !== 0) return false;
      from += size;
    }
    return true;
  }

  /** The first `length` bytes in a memory of their own. */
  first(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let offset = 0; offset < length; ) {
      const { page } = this.#pageOf(offset);
      bytes.set(page.subarray(0, Math.min(page.length, length - offset)), offset);
      offset += page.length;
    }
    return bytes;
  }

  taped(): TapedBytes {
    return { bytes: this.first(this.#total), marks: this.#marks };
  }

  /** The page in which a byte that was added stands. */
  #pageOf(offset: number): { readonly page: Buffer; readonly at: number } {
    const index = offset < FIRST_PAGE ? 0 : 1 + Math.floor((offset - FIRST_PAGE) / PAGE);
    const page = this.#full[index] ?? this.#page;
    if (page === undefined) throw new RangeError(`no byte at ${offset}`);
    return { page, at: index === 0 ? offset : (offset - FIRST_PAGE) % PAGE };
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
