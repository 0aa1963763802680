/** Walks JSON text as UTF-8 bytes without decoding it. What it finds in text that is not well formed is parsed before it is believed. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the next byte that is not white space. */
export function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
  }
  return at;
}

/** Index behind the string that begins at `from` (its quote). */
function skipString(bytes: Buffer, from: number): number {
  for (let at = from + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, at);
    if (quote < 0) return bytes.length;
    let slashes = 0;
    while (bytes[quote - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    at = quote + 1;
  }
}

/** Index behind the value that begins at `from`. */
export function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first !== 0x7b && first !== 0x5b) return skipScalar(bytes, from);
  let depth = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) at = skipString(bytes, at) - 1;
    else if (byte === 0x7b || byte === 0x5b) depth += 1;
    else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return bytes.length;
}

function skipScalar(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 0x2c || byte === 0x7d || byte === 0x5d || byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) break;
  }
  return at;
}

/** Index of the value of one of the top-level `names`; undefined when the object has none. */
export function findMember(bytes: Buffer, names: readonly string[]): number | undefined {
  let at = bytes.indexOf(0x7b) + 1;
  if (at === 0) return undefined;
  for (;;) {
    at = skipSpace(bytes, at);
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1);
    if (bytes[at] !== QUOTE) return undefined;
    const end = skipString(bytes, at);
    const name = bytes.toString('latin1', at + 1, end - 1);
    const colon = bytes.indexOf(0x3a, end);
    if (colon < 0) return undefined;
    const value = skipSpace(bytes, colon + 1);
    if (names.includes(name)) return value;
    at = skipValue(bytes, value);
  }
}
