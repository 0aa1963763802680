/** Deeper JSON is refused from files: what reads it later goes down one step a level. Real bodies stay below 100. */
export const maxFileDepth = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** True when brackets in this JSON text are open deeper than `max`. One pass, before anything is parsed; broken text is for the parser to tell. */
export function isDeeperThan(text: string, max: number = maxFileDepth): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at + 1);
    else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > max) return true;
    } else if (unit === 0x7d || unit === 0x5d) depth -= 1;
  }
  return false;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === BACKSLASH) at += 1;
    else if (unit === QUOTE) return at;
  }
  return text.length;
}
