import type { ParsedCall } from './leak-format.ts';

/** Python-like calls read from a text (formats-a 5.2). Offsets are those of the text; `end` is exclusive. */
export type PythonCalls =
  | { readonly status: 'complete'; readonly end: number; readonly calls: readonly ParsedCall[]; readonly degraded: boolean }
  | { readonly status: 'incomplete'; readonly names: readonly string[] }
  /** `call`: a call was begun, so it is a broken call and no prose. */
  | { readonly status: 'invalid'; readonly at: number; readonly detail: string; readonly names: readonly string[]; readonly call: boolean };

export interface PythonCallOptions {
  /** Prefixes that wrap a name: `default_api.`, `print(`. */
  readonly wrappers?: 'gemini' | undefined;
}

/** Reads `[name(key=literal, …), …]` or one `name(…)` from `start`; blanks allowed before it. Linear; literals only, never evaluated. */
export function readPythonCalls(text: string, start: number, options: PythonCallOptions = {}): PythonCalls {
  return new Reader(text, start, options).list();
}

/** Reads exactly one `name(…)`: `end` is behind its closing bracket. */
export function readPythonCall(text: string, start: number, options: PythonCallOptions = {}): PythonCalls {
  return new Reader(text, start, options).single();
}

/** Why a value can't be read: the text ends, or something no literal may hold. */
type Fault = 'cut' | { readonly at: number; readonly detail: string };
class LiteralFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super('literal');
    this.fault = fault;
  }
}

const DEEPEST = 64;
const NAME = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
const KEY = /[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const WORDS: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null', true: 'true', false: 'false', null: 'null' };

class Reader {
  private readonly text: string;
  private readonly gemini: boolean;
  private at: number;
  private degraded = false;
  private readonly names: string[] = [];
  private readonly calls: ParsedCall[] = [];

  constructor(text: string, start: number, options: PythonCallOptions) {
    this.text = text;
    this.at = start;
    this.gemini = options.wrappers === 'gemini';
  }

  list(): PythonCalls {
    return this.guard(() => {
      this.blanks();
      if (this.text[this.at] !== '[') return this.call();
      this.at += 1;
      for (;;) {
        this.blanks();
        this.call();
        this.blanks();
        if (this.text[this.at] === ']') break;
        this.need(',');
        this.blanks();
        if (this.text[this.at] === ']') break;
      }
      this.at += 1;
    });
  }

  single(): PythonCalls {
    return this.guard(() => {
      this.blanks();
      this.call();
    });
  }

  private guard(read: () => void): PythonCalls {
    try {
      read();
      return { status: 'complete', end: this.at, calls: this.calls, degraded: this.degraded };
    } catch (error) {
      if (!(error instanceof LiteralFault)) throw error;
      if (error.fault === 'cut') return { status: 'incomplete', names: this.names };
      return { status: 'invalid', ...error.fault, names: this.names, call: this.names.length > 0 };
    }
  }

  private call(): void {
    const from = this.at;
    let printed = false;
    if (this.gemini && this.text.startsWith('print(', this.at)) {
      printed = true;
      this.at += 6;
    }
    if (this.gemini && this.text.startsWith('default_api.', this.at)) this.at += 12;
    const name = this.match(NAME);
    if (name === undefined) this.fail('a name is due');
    this.inlineBlanks();
    this.need('(');
    this.names.push(name);
    const args = this.keywords();
    if (printed) {
      this.blanks();
      this.need(')');
    }
    this.calls.push({
      name,
      arguments: args,
      argumentsError: undefined,
      nativeId: undefined,
      span: { start: from, end: this.at },
      otherReadings: [],
    });
  }

  private keywords(): string {
    const members: string[] = [];
    const seen = new Set<string>();
    for (;;) {
      this.blanks();
      if (this.text[this.at] === ')') break;
      const at = this.at;
      const key = this.match(KEY);
      if (key === undefined) this.fail('a keyword is due');
      this.blanks();
      if (this.text[this.at] !== '=' && this.at < this.text.length) this.failAt(at, 'an argument has no keyword');
      this.need('=');
      if (seen.has(key)) this.failAt(at, `the keyword ${key} is given twice`);
      seen.add(key);
      this.blanks();
      members.push(`${JSON.stringify(key)}: ${this.value(0)}`);
      this.blanks();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] !== ')') this.need(')');
    }
    this.at += 1;
    return `{${members.join(', ')}}`;
  }

  /** One literal as JSON text. */
  private value(depth: number): string {
    if (depth > DEEPEST) this.fail('nested too deeply');
    const sign = this.text[this.at];
    if (sign === undefined) throw new LiteralFault('cut');
    if (sign === '"' || sign === "'") return JSON.stringify(this.strings());
    if (sign === '[' || sign === '(') return this.sequence(sign === '[' ? ']' : ')', depth);
    if (sign === '{') return this.braces(depth);
    const number = this.match(NUMBER);
    if (number !== undefined) return this.number(number);
    const word = this.match(KEY);
    if (word !== undefined && Object.hasOwn(WORDS, word)) {
      // A word that ends with the text may still go on.
      if (this.at >= this.text.length) throw new LiteralFault('cut');
      return WORDS[word] ?? 'null';
    }
    if (word !== undefined && this.at >= this.text.length) throw new LiteralFault('cut');
    return this.fail('a value is no literal');
  }

  private number(raw: string): string {
    const rest = this.text[this.at];
    if (rest === undefined) throw new LiteralFault('cut');
    if (/[\w.]/.test(rest)) this.fail('a value is no literal');
    let digits = raw.startsWith('+') ? raw.slice(1) : raw;
    const plain = digits.replace(/^(-?)0+(?=\d)/, '$1');
    if (plain !== digits) this.degraded = true;
    digits = plain.replace(/^(-?)\./, '$10.').replace(/\.(?=$|[eE])/, '.0');
    if (!Number.isFinite(Number(digits))) this.fail('a number is not finite');
    return digits;
  }

  private sequence(closer: string, depth: number): string {
    const items: string[] = [];
    this.at += 1;
    for (;;) {
      this.blanks();
      if (this.text[this.at] === closer) break;
      items.push(this.value(depth + 1));
      this.blanks();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] !== closer) this.need(closer);
    }
    this.at += 1;
    return `[${items.join(', ')}]`;
  }

  /** A dict; or a set, which has no JSON form and is read as a list for the operator to see. */
  private braces(depth: number): string {
    const members: string[] = [];
    const keys = new Set<string>();
    let kind: 'dict' | 'set' | undefined;
    this.at += 1;
    for (;;) {
      this.blanks();
      if (this.text[this.at] === '}') break;
      const at = this.at;
      const first = this.value(depth + 1);
      this.blanks();
      const isMember = this.text[this.at] === ':';
      kind ??= isMember ? 'dict' : 'set';
      if ((kind === 'dict') !== isMember && this.at < this.text.length) this.failAt(at, 'a dict and a set are mixed');
      if (isMember) {
        if (!first.startsWith('"')) this.failAt(at, 'a key is no string');
        if (keys.has(first)) this.failAt(at, `the key ${first} is given twice`);
        keys.add(first);
        this.at += 1;
        this.blanks();
        members.push(`${first}: ${this.value(depth + 1)}`);
      } else members.push(first);
      this.blanks();
      if (this.text[this.at] === ',') this.at += 1;
      else if (this.text[this.at] !== '}') this.need('}');
    }
    this.at += 1;
    if (kind === 'set') this.degraded = true;
    return kind === 'set' ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
  }

  private strings(): string {
    const quote = this.text[this.at] ?? '';
    const long = this.text.startsWith(quote.repeat(3), this.at) ? quote.repeat(3) : quote;
    const parts: string[] = [];
    let at = this.at + long.length;
    let from = at;
    for (;;) {
      if (at >= this.text.length) throw new LiteralFault('cut');
      if (this.text.startsWith(long, at)) break;
      if (this.text[at] !== '\\') {
        at += 1;
        continue;
      }
      parts.push(this.text.slice(from, at));
      const escape = this.escape(at);
      parts.push(escape.text);
      at = escape.end;
      from = at;
    }
    parts.push(this.text.slice(from, at));
    this.at = at + long.length;
    return parts.join('');
  }

  private escape(at: number): { readonly text: string; readonly end: number } {
    const sign = this.text[at + 1];
    if (sign === undefined) throw new LiteralFault('cut');
    const known = ESCAPES.get(sign);
    if (known !== undefined) return { text: known, end: at + 2 };
    const digits = sign === 'x' ? 2 : sign === 'u' ? 4 : sign === 'U' ? 8 : 0;
    if (digits === 0) return { text: `\\${sign}`, end: at + 2 };
    const hex = this.text.slice(at + 2, at + 2 + digits);
    if (hex.length < digits) throw new LiteralFault('cut');
    const point = /^[0-9a-fA-F]+$/.test(hex) ? Number.parseInt(hex, 16) : -1;
    if (point < 0 || point > 0x10ffff) this.failAt(at, 'an escape is not as in Python');
    return { text: point > 0xffff ? String.fromCodePoint(point) : String.fromCharCode(point), end: at + 2 + digits };
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private need(sign: string): void {
    if (this.at >= this.text.length) throw new LiteralFault('cut');
    if (this.text[this.at] !== sign) this.fail(`'${sign}' is due`);
    this.at += 1;
  }

  private fail(detail: string): never {
    return this.failAt(this.at, detail);
  }

  private failAt(at: number, detail: string): never {
    throw new LiteralFault(this.at >= this.text.length ? 'cut' : { at, detail });
  }

  private blanks(): void {
    while (BLANKS.has(this.text[this.at] ?? '')) this.at += 1;
  }

  private inlineBlanks(): void {
    while (this.text[this.at] === ' ') this.at += 1;
  }
}

const BLANKS = new Set([' ', '\t', '\n', '\r']);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['a', '\u0007'],
  ['v', '\u000b'],
  ['0', '\0'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['\n', ''],
]);
