/**
 * How far `text` may go from `start` until more than `most` UTF-8 bytes lie between: the offset of the first unit that is too much, or the
 * text's length. Short texts are answered without counting.
 */
export function byteLimit(text: string, start: number, most: number): number {
  if ((text.length - start) * 3 <= most) return text.length;
  let bytes = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // A surrogate pair has four bytes in two units.
    bytes += unit < 0x80 ? 1 : unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 2 : 3;
    if (bytes > most) return at;
  }
  return text.length;
}
