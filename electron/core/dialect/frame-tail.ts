const LF = 0x0a;
const CR = 0x0d;

/**
 * Remembers the bytes of the frame that left last. An upstream that breaks off inside a frame leaves no blank line behind it: what
 * Signalbox writes next must not be glued to it.
 */
export class FrameTail {
  #raw: Uint8Array | undefined;

  /** The frame's own bytes leave. */
  sent(raw: Uint8Array): Uint8Array {
    this.#raw = raw;
    return raw;
  }

  /** Text of Signalbox's own leaves, behind the line ends that are still due. */
  before(text: string): string {
    if (text === '' || this.#raw === undefined) return text;
    const missing = missingLineEnds(this.#raw);
    this.#raw = undefined;
    return missing + text;
  }
}

function missingLineEnds(raw: Uint8Array): string {
  const last = raw[raw.length - 1];
  if (raw.length === 0) return '';
  if (last !== LF && last !== CR) return '\n\n';
  const before = raw[raw.length - (last === LF && raw[raw.length - 2] === CR ? 3 : 2)];
  if (before === undefined || before === LF || before === CR) return '';
  // A line feed behind a carriage return would be one line end with it.
  return last === CR ? '\r' : '\n';
}
