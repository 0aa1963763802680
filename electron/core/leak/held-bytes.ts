/** Counts how many UTF-8 bytes a held text has, each unit once, however often it is asked while the text grows. */
export class HeldBytes {
  private start = -1;
  /** Counted so far, as an offset of the whole text. */
  private at = 0;
  private bytes = 0;

  /**
   * How far `text` may go from `start` until more than `most` bytes lie between: the offset of the first unit that is too much, or the end of
   * the text. Offsets are those of the whole text, of which `text` is the part from `base` on. Short texts are answered without counting.
   */
  limit(text: string, base: number, start: number, most: number): number {
    const end = base + text.length;
    if ((end - start) * 3 <= most) return end;
    if (start !== this.start) {
      this.start = start;
      this.at = start;
      this.bytes = 0;
    }
    for (; this.at < end; this.at += 1) {
      const bytes = this.bytes + bytesOf(text.charCodeAt(this.at - base));
      if (bytes > most) return this.at;
      this.bytes = bytes;
    }
    return end;
  }
}

/** A surrogate pair has four bytes in two units. */
const bytesOf = (unit: number): number => (unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3);
