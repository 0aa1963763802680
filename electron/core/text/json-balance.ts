/**
 * Watches whether the brackets of growing JSON text are closed: each unit is looked at once, whenever and however often it is asked.
 * Balance says that nothing is open, not that the text is valid: validity is checked where it is decided on.
 */
export class JsonBalance {
  #seen = 0;
  #depth = 0;
  #inString = false;
  #escaped = false;
  #opened = false;

  /** `text` is the whole text so far; it must only have grown since the last call. True when an object or array was opened and all are closed. */
  closed(text: string): boolean {
    for (; this.#seen < text.length; this.#seen += 1) this.#take(text.charCodeAt(this.#seen));
    return this.#opened && this.#depth === 0 && !this.#inString;
  }

  #take(unit: number): void {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (unit === 0x5c) this.#escaped = true;
      else if (unit === 0x22) this.#inString = false;
      return;
    }
    if (unit === 0x22) this.#inString = true;
    else if (unit === 0x7b || unit === 0x5b) {
      this.#depth += 1;
      this.#opened = true;
    } else if ((unit === 0x7d || unit === 0x5d) && this.#depth > 0) this.#depth -= 1;
  }
}
