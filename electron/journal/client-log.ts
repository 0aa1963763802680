import { Buffer } from 'node:buffer';
import { ByteLog, mark, type TapedBytes } from './byte-log.ts';

/**
 * What the client got. Mostly that is what the upstream sent, byte for byte: then only the times are kept, and bytes from the first
 * difference on.
 */
export class ClientLog {
  readonly #marks: number[] = [];
  #source: ByteLog | undefined;
  #same = 0;
  #own: ByteLog | undefined;
  /** Bytes that found no room. */
  dropped = 0;

  /** Another attempt begins: what the client has so far came from the one before. */
  follow(source: ByteLog): void {
    if (this.#same > 0) this.#ownLog();
    this.#source = source;
  }

  /** Answers how many bytes had to be kept. `room`: no more than these may be. */
  add(chunk: Uint8Array | string, at: number, room: number): number {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'utf8') : chunk;
    if (this.#own === undefined && this.#source?.holds(this.#same, bytes) === true) {
      this.#same += bytes.length;
      mark(this.#marks, at, this.#same);
      return 0;
    }
    const before = this.#own?.length ?? 0;
    const own = this.#ownLog();
    if (own.length - before + bytes.length <= room) own.add(bytes, at);
    else this.dropped += bytes.length;
    return own.length - before;
  }

  /** Undefined: exactly the followed log's bytes. */
  taped(): TapedBytes | undefined {
    if (this.#own !== undefined) return this.#own.taped();
    if (this.#source === undefined) return { bytes: new Uint8Array(0), marks: [] };
    return this.#same === this.#source.length ? undefined : this.#ownLog().taped();
  }

  #ownLog(): ByteLog {
    if (this.#own !== undefined) return this.#own;
    const own = new ByteLog();
    const bytes = this.#source?.first(this.#same) ?? new Uint8Array(0);
    for (let from = 0, index = 0; index + 1 < this.#marks.length; index += 2) {
      const end = this.#marks[index + 1] ?? 0;
      own.add(bytes.subarray(from, end), this.#marks[index] ?? 0);
      from = end;
    }
    this.#own = own;
    return own;
  }
}
