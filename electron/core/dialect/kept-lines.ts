const LF = 0x0a;
const CR = 0x0d;
const COLON = 0x3a;

/**
 * The lines of a frame that are neither `event` nor `data`: `id`, `retry`, comments, unknown fields. A frame that is written anew keeps them (wire
 * 3.2). Each ends with a line feed. Lines that are no UTF-8 are left out.
 */
export function keptLines(raw: Uint8Array): string {
  let out = '';
  let start = 0;
  for (let at = 0; at <= raw.length; at += 1) {
    const byte = raw[at];
    if (byte !== undefined && byte !== LF && byte !== CR) continue;
    if (at > start && !isField(raw, start, at, DATA) && !isField(raw, start, at, EVENT)) out += lineOf(raw.subarray(start, at));
    start = at + 1;
  }
  return out;
}

const codesOf = (word: string): readonly number[] => [...word].map((letter) => letter.charCodeAt(0));
const DATA = codesOf('data');
const EVENT = codesOf('event');
const MARK = [0xef, 0xbb, 0xbf];

/** True for `name` alone or with a colon behind it, also behind the mark that may begin a stream. */
function isField(raw: Uint8Array, start: number, end: number, name: readonly number[]): boolean {
  const from = MARK.every((byte, index) => raw[start + index] === byte) ? start + MARK.length : start;
  const behind = from + name.length;
  if (behind > end || !name.every((byte, index) => raw[from + index] === byte)) return false;
  return behind === end || raw[behind] === COLON;
}

function lineOf(bytes: Uint8Array): string {
  let escaped = '';
  for (const byte of bytes) escaped += `%${byte.toString(16).padStart(2, '0')}`;
  try {
    return `${decodeURIComponent(escaped)}\n`;
  } catch {
    return '';
  }
}
