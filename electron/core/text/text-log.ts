/** So much text is joined to one part (code units). */
const PART = 2048;

/**
 * Text that comes in small pieces. They are joined as they come, so that a long reply is a few strings and not thousands, which a garbage collector would
 * carry along until the reply ends.
 */
export class TextLog {
  /** Code units so far. */
  length = 0;
  private parts: string[] = [];
  private pieces: string[] = [];
  private joined = 0;

  push(piece: string): void {
    this.pieces.push(piece);
    this.length += piece.length;
    if (this.length - this.joined < PART) return;
    this.parts.push(this.pieces.join(''));
    this.pieces = [];
    this.joined = this.length;
  }

  /** All of it; asked again it costs nothing. */
  text(): string {
    const [only = ''] = this.parts;
    if (this.parts.length <= 1 && this.pieces.length === 0) return only;
    const whole = [...this.parts, ...this.pieces].join('');
    this.parts = [whole];
    this.pieces = [];
    this.joined = this.length;
    return whole;
  }

  /** What came behind a place; costs what is in it, and a part more. */
  from(offset: number): string {
    let begin = this.joined;
    let text = this.pieces.join('');
    for (let at = this.parts.length - 1; at >= 0 && begin > offset; at -= 1) {
      const part = this.parts[at] ?? '';
      text = part + text;
      begin -= part.length;
    }
    return text.slice(Math.max(0, offset - begin));
  }
}
