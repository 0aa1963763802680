import { Buffer } from 'node:buffer';
import type { WireFrame } from '../core/turn/turn-event.ts';

export interface SseFramerOptions {
  /**
   * Most bytes that one frame may have, default 32 MiB. What exceeds it passes on in pieces without `data` until its blank line,
   * so that the bytes are all there and memory stays bounded.
   */
  readonly maxFrameBytes?: number | undefined;
  /** Called once for each frame over the bound, with the bytes collected so far. */
  readonly onOverflow?: ((bytes: number) => void) | undefined;
}

/** In place of where a data line stands. */
const PIECE = -2;

/** A frame of the wire. Its data is decoded when somebody reads it: most frames of a stream leave without that. */
export class SseFrame implements WireFrame {
  readonly event: string;
  readonly raw: Buffer;
  /** Where the one data line stands in `raw`; -1: there is none, or its text is known; `PIECE`: more of the frame follows. */
  private readonly from: number;
  private readonly to: number;
  private text: string | undefined;

  constructor(event: string, raw: Buffer, from: number, to: number, text?: string | undefined) {
    this.event = event;
    this.raw = raw;
    this.from = from;
    this.to = to;
    this.text = text;
  }

  get data(): string | undefined {
    if (this.text === undefined && this.from >= 0) this.text = this.raw.toString('utf8', this.from, this.to);
    return this.text;
  }

  get more(): true | undefined {
    return this.from === PIECE ? true : undefined;
  }

  /** False: it holds comments or unknown fields alone. Answered without decoding. */
  get hasData(): boolean {
    return this.from >= 0 || this.text !== undefined;
  }
}

/** Cuts one response body into SSE frames. The `raw` bytes of all frames, in order, are exactly the bytes that were pushed. */
export interface SseFramer {
  /** The frames that this chunk completes. `raw` is a view of the chunk where the frame lies in it whole: do not reuse the chunk. */
  push(chunk: Uint8Array): SseFrame[];
  /** At the end of the body: what came after the last blank line, as a frame. */
  flush(): SseFrame[];
}

const DEFAULT_MAX_FRAME_BYTES = 32 * 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;
const SPACE = 0x20;

/**
 * Framing per the WHATWG event stream rules (LF, CRLF, CR; wire 3.2), with two differences: a last event without its blank line
 * counts, and a blank line that ends nothing is a frame of its own. A CR ends its line at once; an LF that then follows in the
 * next chunk becomes the first byte of the next frame. `event` is '' where the frame names none.
 */
export function createSseFramer(options: SseFramerOptions = {}): SseFramer {
  const maxBytes = options.maxFrameBytes ?? DEFAULT_MAX_FRAME_BYTES;
  /** Bytes of the unfinished frame from earlier chunks. */
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  /** The last byte seen ended a line: a terminator now makes it blank. */
  let lineStart = true;
  /** The last byte seen was a CR: an LF now belongs to it. */
  let afterCr = false;
  let overflowing = false;
  let first = true;

  const emit = (raw: Buffer, terminated: boolean): SseFrame => {
    const from = first && raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf ? 3 : 0;
    if (raw.length > 0) first = false;
    if (!overflowing) return readFrame(raw, from);
    if (!terminated) return new SseFrame('', raw, PIECE, PIECE);
    overflowing = false;
    return new SseFrame('', raw, -1, -1);
  };

  const keep = (rest: Buffer, out: SseFrame[]): void => {
    if (rest.length === 0) return;
    pending.push(rest);
    pendingBytes += rest.length;
    if (!overflowing && pendingBytes <= maxBytes) return;
    if (!overflowing) options.onOverflow?.(pendingBytes);
    overflowing = true;
    out.push(emit(takePending(), false));
  };

  const takePending = (): Buffer => {
    const [only] = pending;
    const raw = pending.length === 1 && only !== undefined ? only : Buffer.concat(pending, pendingBytes);
    pending = [];
    pendingBytes = 0;
    return raw;
  };

  /** The end of the blank line that closes the current frame, or -1. Updates the line state up to there. */
  const nextBoundary = (chunk: Buffer, from: number, hasCr: boolean): number => {
    let at = from;
    if (!hasCr && !afterCr) {
      for (;;) {
        const found = chunk.indexOf(LF, at);
        if (found < 0) {
          if (at < chunk.length) lineStart = false;
          return -1;
        }
        if (found === at && lineStart) return found + 1;
        lineStart = true;
        at = found + 1;
      }
    }
    // A byte order mark is no line content, but it is only legal before a first line: a blank line right behind it ends a frame
    // either way, and no reader sees a difference.
    for (; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte === LF && afterCr) {
        afterCr = false;
        continue;
      }
      afterCr = byte === CR;
      if (byte !== LF && byte !== CR) {
        lineStart = false;
        continue;
      }
      if (!lineStart) {
        lineStart = true;
        continue;
      }
      if (byte === CR && chunk[at + 1] === LF) {
        afterCr = false;
        return at + 2;
      }
      return at + 1;
    }
    return -1;
  };

  return {
    push(bytes) {
      if (bytes.length === 0) return [];
      const chunk = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const hasCr = chunk.includes(CR);
      let from = 0;
      let out: SseFrame[] = [];
      if (!hasCr && !afterCr && !first && pending.length === 0 && lineStart && !overflowing) {
        // The usual case: whole frames with LF only. One pass finds the end and reads the fields.
        for (let frame = readPlainFrame(chunk, 0); frame !== undefined; frame = readPlainFrame(chunk, from)) {
          // One frame a chunk is what models send: a list of exactly one costs no room for more.
          if (from === 0) out = [frame];
          else out.push(frame);
          from += frame.raw.length;
        }
        if (from === chunk.length) return out;
      }
      for (;;) {
        const end = nextBoundary(chunk, from, hasCr);
        if (end < 0) break;
        const piece = from === 0 && end === chunk.length ? chunk : chunk.subarray(from, end);
        if (pending.length === 0) out.push(emit(piece, true));
        else {
          pending.push(piece);
          pendingBytes += piece.length;
          out.push(emit(takePending(), true));
        }
        from = end;
      }
      keep(from === 0 ? chunk : chunk.subarray(from), out);
      return out;
    },
    flush() {
      if (pending.length === 0) return [];
      return [emit(takePending(), true)];
    },
  };
}

/** A whole frame that begins at `from`, in a chunk without CR; undefined when its blank line is not in the chunk. */
function readPlainFrame(chunk: Buffer, from: number): SseFrame | undefined {
  let event = '';
  let dataFrom = -1;
  let dataTo = -1;
  let data: string | undefined;
  let at = from;
  for (;;) {
    const end = chunk.indexOf(LF, at);
    if (end < 0) return undefined;
    if (end === at) break;
    const field = chunk[at];
    if (field === 0x64 && isField(chunk, at, end, 'data')) {
      const start = valueStart(chunk, at + 4, end);
      if (dataFrom < 0) {
        dataFrom = start - from;
        dataTo = end - from;
      } else data = `${data ?? chunk.toString('utf8', from + dataFrom, from + dataTo)}\n${chunk.toString('utf8', start, end)}`;
    } else if (field === 0x65 && isField(chunk, at, end, 'event')) {
      event = chunk.toString('utf8', valueStart(chunk, at + 5, end), end);
    }
    at = end + 1;
  }
  const raw = from === 0 && at + 1 === chunk.length ? chunk : chunk.subarray(from, at + 1);
  return new SseFrame(event, raw, dataFrom, dataTo, data);
}

/** Reads the fields of one frame. `id` and `retry` are not ours to act on; they stay in `raw`. */
function readFrame(raw: Buffer, from: number): SseFrame {
  let event = '';
  let data: string | undefined;
  const hasCr = raw.includes(CR, from);
  let at = from;
  while (at < raw.length) {
    const end = lineEnd(raw, at, hasCr);
    const field = raw[at];
    if (field === 0x64 && isField(raw, at, end, 'data')) {
      const line = raw.toString('utf8', valueStart(raw, at + 4, end), end);
      data = data === undefined ? line : `${data}\n${line}`;
    } else if (field === 0x65 && isField(raw, at, end, 'event')) {
      event = raw.toString('utf8', valueStart(raw, at + 5, end), end);
    }
    at = end + 1;
  }
  return new SseFrame(event, raw, -1, -1, data);
}

function lineEnd(raw: Buffer, at: number, hasCr: boolean): number {
  const lf = raw.indexOf(LF, at);
  const end = lf < 0 ? raw.length : lf;
  if (!hasCr) return end;
  for (let place = at; place < end; place += 1) if (raw[place] === CR) return place;
  return end;
}

/** The line's field name is `name`: followed by a colon or by the line's end. */
function isField(raw: Buffer, at: number, end: number, name: string): boolean {
  if (end - at < name.length) return false;
  for (let offset = 1; offset < name.length; offset += 1) if (raw[at + offset] !== name.charCodeAt(offset)) return false;
  return at + name.length === end || raw[at + name.length] === COLON;
}

/** Behind the colon and at most one space. */
function valueStart(raw: Buffer, colon: number, end: number): number {
  if (colon >= end) return end;
  return colon + 1 < end && raw[colon + 1] === SPACE ? colon + 2 : colon + 1;
}
