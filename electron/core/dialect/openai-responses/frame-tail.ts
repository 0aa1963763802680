const LF = 0x0a;
const CR = 0x0d;

/** True when a frame's bytes end with their blank line, so that a next event may follow directly. */
export function endsWithBlankLine(raw: Uint8Array): boolean {
  let end = raw.length;
  if (end === 0) return true;
  if (raw[end - 1] === LF) end -= raw[end - 2] === CR ? 2 : 1;
  else if (raw[end - 1] === CR) end -= 1;
  else return false;
  return end === 0 || raw[end - 1] === LF || raw[end - 1] === CR;
}
