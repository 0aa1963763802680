import type { Fix } from '../../../../shared/approval.ts';
import { isDigit, leafEnd, MINUS } from '../../text/json-leaf.ts';
import { spliceText, type TextEdit } from '../../text/splice-text.ts';
import { FixList } from './fix.ts';
import { readLooseString } from './loose-string.ts';

/** An object in loose JSON, written strictly. */
export type LooseRead =
  | {
      readonly status: 'object';
      readonly text: string;
      /** Where it ends in the given text. */
      readonly end: number;
      readonly fixes: readonly Fix[];
      /** Why a value could have been read otherwise; undefined when none could (contract 2.5.3). */
      readonly doubt: string | undefined;
    }
  /** The text ends inside it: it is never completed. */
  | { readonly status: 'incomplete' }
  | { readonly status: 'invalid'; readonly at: number };

/**
 * Reads one object in loose JSON (contract 2.5.3): single quotes, trailing commas, Python constants, comments, unquoted keys. Each change is
 * listed. Nothing is completed: every quote and bracket has to stand in the text. Linear.
 */
export function readLooseObject(text: string, start: number): LooseRead {
  const reader = new LooseReader(text, start);
  return reader.read();
}

const DEEPEST = 64;
const WORD = /[A-Za-z_$][\w$]{0,127}/y;
const PYTHON: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

class LooseReader {
  readonly #text: string;
  #at: number;
  readonly #edits: TextEdit[] = [];
  readonly #fixes = new FixList();
  #doubt: string | undefined;
  #fault: LooseRead | undefined;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
  }

  read(): LooseRead {
    this.#blanks();
    const from = this.#at;
    if (this.#text[from] !== '{') return { status: 'invalid', at: from };
    if (!this.#container('}', 0)) return this.#fault ?? { status: 'invalid', at: this.#at };
    const edits = this.#edits
      .filter((edit) => edit.start >= from)
      .map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
    const strict = spliceText(this.#text.slice(from, this.#at), edits);
    return { status: 'object', text: strict, end: this.#at, fixes: this.#fixes.all(), doubt: this.#doubt };
  }

  #container(close: '}' | ']', depth: number): boolean {
    if (depth >= DEEPEST) return this.#invalid();
    this.#at += 1;
    const names = new Set<string>();
    for (let first = true; ; first = false) {
      if (!this.#blanks()) return false;
      if (this.#text[this.#at] === close) break;
      if (!first) {
        const comma = this.#at;
        if (this.#text[comma] !== ',') return this.#invalid();
        this.#at += 1;
        if (!this.#blanks()) return false;
        if (this.#text[this.#at] === close) {
          this.#change('trailing-comma', { start: comma, end: comma + 1, text: '' });
          break;
        }
      }
      if (close === '}' && !(this.#key(names) && this.#colon())) return false;
      if (!this.#value(depth)) return false;
    }
    this.#at += 1;
    return true;
  }

  #key(names: Set<string>): boolean {
    const from = this.#at;
    const sign = this.#text[from];
    let name: string | undefined;
    if (sign === '"' || sign === "'") {
      name = this.#string();
      if (name === undefined) return false;
    } else {
      const word = this.#word();
      if (word === undefined) return this.#invalid();
      name = JSON.stringify(word);
      this.#change('unquoted-key', { start: from, end: this.#at, text: name });
    }
    if (names.has(name)) this.#doubt ??= `the name ${name} stands there twice`;
    names.add(name);
    return true;
  }

  #colon(): boolean {
    if (!this.#blanks()) return false;
    if (this.#text[this.#at] !== ':') return this.#invalid();
    this.#at += 1;
    return true;
  }

  #value(depth: number): boolean {
    if (!this.#blanks()) return false;
    const from = this.#at;
    const sign = this.#text[from];
    if (sign === '{') return this.#container('}', depth + 1);
    if (sign === '[') return this.#container(']', depth + 1);
    if (sign === '"' || sign === "'") return this.#string() !== undefined;
    const unit = this.#text.charCodeAt(from);
    if (unit === MINUS || isDigit(unit)) {
      const end = leafEnd(this.#text, from, unit);
      if (end === 0) return this.#incomplete();
      if (end < 0) return this.#invalid();
      this.#at = end;
      return true;
    }
    const word = this.#word();
    if (word === 'true' || word === 'false' || word === 'null') return true;
    const constant = word === undefined ? undefined : PYTHON.get(word);
    if (constant === undefined) return this.#invalid(from);
    this.#change('python-constant', { start: from, end: this.#at, text: constant });
    return true;
  }

  /** The string here, as strict JSON. */
  #string(): string | undefined {
    const from = this.#at;
    const read = readLooseString(this.#text, from);
    if (read.status === 'incomplete') return void this.#incomplete();
    if (read.status === 'invalid') return void this.#invalid(read.at);
    this.#at = read.end;
    this.#doubt ??= read.doubt;
    for (const [kind, change] of read.changes) this.#fixes.add(kind, change.before, change.after);
    if (read.changes.size > 0) this.#edits.push({ start: from, end: read.end, text: read.json });
    return read.json;
  }

  #word(): string | undefined {
    WORD.lastIndex = this.#at;
    const found = WORD.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  /** Passes blanks and comments; false where the text ends, since something has to follow. */
  #blanks(): boolean {
    for (;;) {
      const sign = this.#text[this.#at];
      if (sign === undefined) return this.#incomplete();
      if (sign === ' ' || sign === '\t' || sign === '\n' || sign === '\r') this.#at += 1;
      else if (sign === '#' || this.#text.startsWith('//', this.#at)) this.#comment('\n', 0);
      else if (this.#text.startsWith('/*', this.#at)) this.#comment('*/', 2);
      else return true;
      if (this.#fault !== undefined) return false;
    }
  }

  #comment(close: string, keep: number): void {
    const end = this.#text.indexOf(close, this.#at + 2);
    if (end < 0) return void this.#incomplete();
    this.#change('comment', { start: this.#at, end: end + keep, text: '' });
    this.#at = end + keep;
  }

  #change(kind: string, edit: TextEdit): void {
    this.#edits.push(edit);
    this.#fixes.add(kind, this.#text.slice(edit.start, edit.end), edit.text);
  }

  #invalid(at = this.#at): false {
    this.#fault ??= { status: 'invalid', at };
    return false;
  }

  #incomplete(): false {
    this.#fault ??= { status: 'incomplete' };
    return false;
  }
}
