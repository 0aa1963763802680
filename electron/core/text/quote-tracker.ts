/** Why text at a place is a quotation and no act: inside a code fence, or otherwise quoted. */
export type QuoteMask = 'none' | 'fenced' | 'quoted';

/**
 * Follows Markdown quotation over a reply, one code unit at a time (contract 2.3 check 2): fences (a shorter run does not close a longer
 * one), code spans, block quotes (in lists too), indented code, lines of a diff, HTML comments and quotation marks. Constant work per unit; the state after a text does
 * not depend on how the text was cut. Deliberately leans towards "quoted": a false quotation loses a turn, a missed one runs a command.
 */
export interface QuoteTracker {
  /** The mask at the place before `unit`. */
  look(unit: number): QuoteMask;
  /** Takes `unit`. */
  step(unit: number): void;
  /**
   * True when a stretch of units that are not `isQuoteSign` may be taken with `skip`: the state is that of plain text in the middle of a line.
   */
  readonly inPlainText: boolean;
  /** Takes a stretch of plain units at once; `a b c` are its last three, older first. */
  skip(a: number, b: number, c: number): void;
  /** True when only blanks stand before this place on its line. */
  readonly atLineStart: boolean;
  /** A code span or quotation is open since an earlier line: whether it quotes shows only when it closes. */
  readonly openEarlier: boolean;
  /** Whether `text`, which begins here and is not taken, holds what would close it. A straight quotation mark stands for anything: it is not asked. */
  closesEarlierIn(text: string): boolean;
  /** How many code spans and quotations of earlier lines have closed so far. */
  readonly closings: number;
  /** An envelope stood here, and was not taken: its line is no blank one, and what follows may still begin at a line's start. */
  passEnvelope(): void;
  /** Forget everything: what follows is a new text (after reasoning). */
  reset(): void;
}

export function createQuoteTracker(): QuoteTracker {
  return new Tracker();
}

interface Fence {
  readonly mark: number;
  readonly length: number;
  readonly indent: number;
}

class Tracker implements QuoteTracker {
  closings = 0;
  private fence: Fence | undefined;
  /** The info line of a backtick fence: a backtick in it means that it was a code span after all. */
  private inInfo = false;
  /** A closing run was read on this line and only blanks after it. */
  private closing = false;
  private blankSoFar = true;
  private indent = 0;
  private lineHasText = false;
  private previousBlank = true;
  private anyText = false;
  /** The whole line is quoted: a block quote, or a line of a diff. */
  private quotedLine = false;
  /** What the line has shown so far of list markers, of a diff's `+` and `-`, or of the `@@` that opens a diff. */
  private lead: 'none' | 'sign' | 'bullet' | 'digits' | 'open' | 'at' = 'none';
  /** Behind an `@@` line: lines that begin with a blank, `+` or `-` are another file's. */
  private diff = false;
  private indented = false;
  private previousIndented = false;
  private comment = false;
  private spanLength = 0;
  private spanOnThisLine = false;
  private runMark = 0;
  private runLength = 0;
  private runAtStart = false;
  private runEscaped = false;
  private quote = 0;
  /** What would close the quotation that an earlier line left open. */
  private earlierQuote = 0;
  private back1 = LF;
  private back2 = LF;
  private back3 = LF;

  get atLineStart(): boolean {
    return this.blankSoFar && this.runLength === 0;
  }

  get openEarlier(): boolean {
    return (this.spanLength > 0 && !this.spanOnThisLine) || this.earlierQuote !== 0;
  }

  closesEarlierIn(text: string): boolean {
    if (this.earlierQuote !== 0 && this.earlierQuote !== DOUBLE && text.includes(String.fromCharCode(this.earlierQuote))) return true;
    if (this.spanLength === 0 || this.spanOnThisLine) return false;
    return (text.match(/`+/g) ?? []).some((run) => run.length === this.spanLength);
  }

  get inPlainText(): boolean {
    return !this.blankSoFar && this.runLength === 0 && !this.closing && this.lead === 'none';
  }

  skip(a: number, b: number, c: number): void {
    this.back3 = a;
    this.back2 = b;
    this.back1 = c;
  }

  passEnvelope(): void {
    this.lineHasText = true;
    this.anyText = true;
  }

  reset(): void {
    this.fence = undefined;
    this.inInfo = false;
    this.closing = false;
    this.anyText = false;
    this.previousBlank = true;
    this.previousIndented = false;
    this.comment = false;
    this.spanLength = 0;
    this.runLength = 0;
    this.beginNextLine();
    this.earlierQuote = 0;
    this.diff = false;
    this.back1 = LF;
    this.back2 = LF;
    this.back3 = LF;
  }

  look(unit: number): QuoteMask {
    if (this.runLength > 0 && unit !== this.runMark) this.endRun();
    if (this.fence !== undefined) return 'fenced';
    if (this.comment || this.quotedLine || this.quote !== 0) return 'quoted';
    if (this.spanLength > 0 && this.spanOnThisLine) return 'quoted';
    if (this.blankSoFar ? this.wouldBeIndented() || (this.diff && this.indent > 0) : this.indented || this.lead === 'sign') return 'quoted';
    return this.back1 === APOSTROPHE && opensAfter(this.back2) ? 'quoted' : 'none';
  }

  step(unit: number): void {
    if (this.runLength > 0 && unit !== this.runMark) this.endRun();
    if (this.comment) {
      if (unit === GREATER && this.back1 === DASH && this.back2 === DASH) this.comment = false;
      if (unit === LF) this.endLine();
    } else if (unit === LF) this.endLine();
    else if (unit === SPACE || unit === TAB || unit === CR) {
      if (this.blankSoFar && unit !== CR) this.indent += unit === TAB ? 4 : 1;
      else if (this.lead !== 'none') this.lead = this.lead === 'sign' || this.lead === 'bullet' || this.lead === 'open' ? 'open' : 'none';
    } else if (unit === BACKTICK || unit === TILDE) this.takeRun(unit);
    else this.takeText(unit);
    this.back3 = this.back2;
    this.back2 = this.back1;
    this.back1 = unit;
  }

  private takeText(unit: number): void {
    if (this.fence !== undefined) {
      this.closing = false;
      this.blankSoFar = false;
      return;
    }
    if (this.blankSoFar) this.beginLine(unit);
    else if (this.lead !== 'none') this.goOnLeading(unit);
    if (unit === DASH) {
      if (this.back1 === DASH && this.back2 === BANG && this.back3 === LESS && !this.inSpan()) this.comment = true;
    } else if (!this.inSpan()) this.takeQuoteMark(unit);
  }

  private inSpan(): boolean {
    return this.spanLength > 0;
  }

  private beginLine(unit: number): void {
    const inDiff = this.diff && (this.indent > 0 || unit === PLUS || unit === DASH);
    if (unit === GREATER || inDiff) this.quotedLine = true;
    else if (this.wouldBeIndented()) this.indented = true;
    if (!inDiff && unit !== AT) this.diff = false;
    this.lead = leadOf(unit);
    if (unit === AT && this.indent === 0) this.lead = 'at';
    // A heading or a list item ends the paragraph, and with it a code span that never closed.
    if (unit === DASH || unit === STAR || unit === PLUS || unit === HASH) this.spanLength = 0;
    this.blankSoFar = false;
    this.lineHasText = true;
    this.anyText = true;
  }

  /** The line began with list markers or with a sign; what is this unit? */
  private goOnLeading(unit: number): void {
    const { lead } = this;
    this.lead = 'none';
    // A sign right before markup: an added or removed line, wherever it was copied from.
    if (lead === 'sign' && (unit === LESS || unit === BRACKET || unit === BRACE)) this.quotedLine = true;
    else if (lead === 'at') this.diff = unit === AT;
    else if (lead === 'digits') this.lead = isDigit(unit) ? 'digits' : unit === DOT || unit === PAREN ? 'bullet' : 'none';
    else if (lead === 'open' && unit === GREATER) this.quotedLine = true;
    else if (lead === 'open') this.lead = leadOf(unit);
  }

  private wouldBeIndented(): boolean {
    return this.indent >= 4 && this.anyText && (this.previousBlank || this.previousIndented);
  }

  private takeQuoteMark(unit: number): void {
    if (this.quote !== 0) {
      if (unit === this.quote && !(unit === DOUBLE && this.back1 === BACKSLASH)) this.quote = 0;
      return;
    }
    // A straight mark behind a blank opens a quotation and ends none.
    if (unit === this.earlierQuote && !(unit === DOUBLE && (opensAfter(this.back1) || this.back1 === BACKSLASH))) {
      this.earlierQuote = 0;
      this.closings += 1;
      return;
    }
    if (unit === DOUBLE) {
      if (opensAfter(this.back1)) this.quote = DOUBLE;
      return;
    }
    const closer = CLOSERS.get(unit);
    if (closer !== undefined) this.quote = closer;
  }

  private takeRun(unit: number): void {
    if (this.runLength === 0) {
      this.runMark = unit;
      this.runAtStart = this.blankSoFar;
      this.runEscaped = this.back1 === BACKSLASH;
    }
    this.runLength += 1;
  }

  /** A run of backticks or tildes is over: a fence, the end of one, or the edge of a code span. */
  private endRun(): void {
    const length = this.runLength;
    const mark = this.runMark;
    this.runLength = 0;
    const { fence } = this;
    if (fence !== undefined) {
      if (this.inInfo && mark === BACKTICK && fence.mark === BACKTICK) this.infoWasSpan(fence, length);
      else if (this.runAtStart && mark === fence.mark && length >= fence.length && this.indent < fence.indent + 4) this.closing = true;
      else this.closing = false;
      this.blankSoFar = false;
      return;
    }
    const atStart = this.runAtStart;
    const indented = this.wouldBeIndented();
    if (this.blankSoFar) this.beginLine(mark);
    this.lead = 'none';
    if (atStart && length >= 3 && !indented) {
      this.fence = { mark, length, indent: this.indent };
      this.inInfo = true;
      this.spanLength = 0;
      return;
    }
    if (mark === BACKTICK) this.edge(this.runEscaped && this.spanLength === 0 ? length - 1 : length);
  }

  private infoWasSpan(fence: Fence, length: number): void {
    this.fence = undefined;
    this.inInfo = false;
    this.lineHasText = true;
    this.anyText = true;
    this.spanLength = fence.length;
    this.spanOnThisLine = true;
    this.edge(length);
  }

  private edge(length: number): void {
    if (length === 0) return;
    if (this.spanLength === 0) {
      this.spanLength = length;
      this.spanOnThisLine = true;
    } else if (this.spanLength === length) {
      this.spanLength = 0;
      if (!this.spanOnThisLine) this.closings += 1;
    }
  }

  private endLine(): void {
    if (this.fence !== undefined) {
      if (this.closing) {
        this.fence = undefined;
        this.previousBlank = false;
        this.previousIndented = false;
      }
      this.closing = false;
    } else {
      if (!this.lineHasText) this.spanLength = 0;
      this.previousIndented = this.indented || (this.previousIndented && !this.lineHasText);
      this.previousBlank = !this.lineHasText;
    }
    this.inInfo = false;
    this.beginNextLine();
  }

  private beginNextLine(): void {
    this.blankSoFar = true;
    this.indent = 0;
    this.lineHasText = false;
    this.quotedLine = false;
    this.indented = false;
    this.lead = 'none';
    this.spanOnThisLine = false;
    if (this.quote !== 0) this.earlierQuote = this.quote;
    this.quote = 0;
  }
}

const LF = 0x0a;
const CR = 0x0d;
const TAB = 0x09;
const SPACE = 0x20;
const BANG = 0x21;
const DOUBLE = 0x22;
const HASH = 0x23;
const APOSTROPHE = 0x27;
const STAR = 0x2a;
const PLUS = 0x2b;
const DASH = 0x2d;
const PAREN = 0x29;
const DOT = 0x2e;
const AT = 0x40;
const LESS = 0x3c;
const GREATER = 0x3e;
const BACKSLASH = 0x5c;
const BRACKET = 0x5b;
const BACKTICK = 0x60;
const BRACE = 0x7b;
const TILDE = 0x7e;

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;

/** What a unit begins at a line's start, or behind a list marker. */
const leadOf = (unit: number): 'none' | 'sign' | 'bullet' | 'digits' =>
  unit === DASH || unit === PLUS ? 'sign' : unit === STAR ? 'bullet' : isDigit(unit) ? 'digits' : 'none';

/** Units that change the state in the middle of a line. All others may be skipped in one go. */
export const isQuoteSign = (unit: number): boolean => SIGNS[unit] === 1;

/** Straight quotes open only behind a blank or an opening sign: 5" and don't are no quotations. */
const BEFORE_QUOTE = new Set([...' \t\r\n([{<:,;=+|/'].map((sign) => sign.charCodeAt(0)));
const opensAfter = (unit: number): boolean => BEFORE_QUOTE.has(unit);

/** Opening quotation marks of several languages and what closes each. */
const CLOSERS: ReadonlyMap<number, number> = new Map([
  [0x201c, 0x201d],
  [0x201e, 0x201c],
  [0x2018, 0x2019],
  [0x00ab, 0x00bb],
  [0x300c, 0x300d],
  [0x300e, 0x300f],
]);

const SIGNS = new Uint8Array(0x10000);
for (const unit of [LF, BACKTICK, TILDE, DOUBLE, DASH, GREATER, ...CLOSERS.keys(), ...CLOSERS.values()]) SIGNS[unit] = 1;
