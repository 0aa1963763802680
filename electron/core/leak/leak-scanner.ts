import type { Span } from '../../../shared/approval.ts';
import { createQuoteTracker, type QuoteMask } from '../text/quote-tracker.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { type CandidateWatch, createCandidateWatch } from './candidate-watch.ts';
import { formatTable, type FormatTable, type Sign } from './format-table.ts';
import { byteLimit } from './held-bytes.ts';
import { judgeFacts } from './judge-facts.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from './leak-format.ts';
import type { LeakScanner, LeakVerdict, ReplyContext } from './leak-verdict.ts';
import { moveEnvelope, type Region, type ScanFacts } from './region.ts';
import { isBlank, skipEndTokens } from './reply-marks.ts';

/** What the scan itself needs to know before the reply has ended. */
export type ScanOptions = Pick<ReplyContext, 'mode' | 'formatSwitch' | 'structuredOutput' | 'maxHeldBytes'>;

/** The one engine: finds candidates of all listed formats while a reply streams, and says how much of it may leave. */
export function createLeakScanner(tools: readonly AdvertisedTool[], options: ScanOptions): LeakScanner {
  return new Scanner(tools, options);
}

/** A whole reply's verdict: the same as that of a scanner which was given the text in any pieces. */
export function judgeReply(text: string, context: ReplyContext): LeakVerdict {
  const scanner = createLeakScanner(context.tools, context);
  scanner.push(text);
  return scanner.judge(context);
}

/** The facts of one whole text, for the reasoning channel and for tests. */
export function scanWhole(text: string, context: ReplyContext): ScanFacts {
  const scanner = new Scanner(context.tools, context);
  scanner.push(text);
  return scanner.finish(context);
}

/**
 * Prose behind an envelope that has this many signs (blanks not counted) answers the reader: what stands before it was no act, and leaves.
 * Shorter tails are held with it, for the operator to see.
 */
export const ANSWERING_TAIL = 320;
/** Text may be looked at again after a candidate failed: this many times what was read, so that the whole stays linear. */
const RESCAN_SHARE = 4;
const RESCAN_FREE = 65_536;
const MOST_MASKED = 32;
const MOST_REGIONS = 1024;

class Scanner implements LeakScanner {
  private readonly tools: readonly AdvertisedTool[];
  private readonly options: ScanOptions;
  private readonly table: FormatTable | undefined;
  private readonly openContext: FormatContext;
  private readonly tracker = createQuoteTracker();
  private whole = '';
  /** The text from `base` on that may still be looked at; `incoming` is what has not been joined to it yet. */
  private buffer = '';
  private base = 0;
  private incoming = '';
  private at = 0;
  private gone = 0;
  private done = false;
  private closed = false;
  private watch: CandidateWatch | undefined;
  private watchOff = false;
  private watchInfo = { closings: 0, openRun: 0 };
  private waitingAt: number | undefined;
  private regions: Region[] = [];
  private readonly openRuns = new Map<Region, number>();
  private holdFrom: number | undefined;
  private tail = 0;
  private proseSeen = false;
  private thoughtFrom: number | undefined;
  private readonly thoughts: Span[] = [];
  private readonly fabricated: ScanFacts['fabricated'][number][] = [];
  private result: { readonly start: number; readonly close: string | undefined; filled: boolean } | undefined;
  private standsAlone = false;
  private noMatchBefore = 0;
  private rescanned = 0;
  private masked = 0;
  /** The last two signs that were no blanks. */
  private last = 0;
  private lastButOne = 0;

  constructor(tools: readonly AdvertisedTool[], options: ScanOptions) {
    this.tools = tools;
    this.options = options;
    this.table = tools.length === 0 ? undefined : formatTable(tools);
    this.openContext = { tools, endedByLength: false, stopSequence: undefined, open: true };
  }

  get holding(): boolean {
    return this.gone < this.whole.length;
  }

  push(text: string): number {
    this.whole += text;
    if (this.table === undefined || this.done) {
      this.gone = this.whole.length;
      return this.gone;
    }
    this.incoming += text;
    // While much is held, small pieces wait for each other: joining costs a copy of what is held.
    if (this.holdFrom === undefined && this.watch === undefined ? true : this.incoming.length * 32 >= this.buffer.length) this.join();
    return this.gone;
  }

  judge(context: ReplyContext): LeakVerdict {
    return judgeFacts(this.finish(context), context, (text) => scanWhole(text, context));
  }

  /** Reads what is left as the end of the reply. */
  finish(context: ReplyContext): ScanFacts {
    if (this.table !== undefined && !this.done && !this.closed) {
      this.join();
      this.closed = true;
      this.run({ tools: this.tools, endedByLength: context.endedByLength, stopSequence: context.stopSequence, open: false });
    }
    this.closed = true;
    if (this.thoughtFrom !== undefined) this.thoughts.push({ start: this.thoughtFrom, end: this.whole.length });
    this.thoughtFrom = undefined;
    if (this.result !== undefined) this.fabricated.push({ start: this.result.start, end: this.whole.length, filled: this.result.filled });
    this.result = undefined;
    return { text: this.whole, regions: this.regions, thoughts: this.thoughts, fabricated: this.fabricated };
  }

  private join(): void {
    this.buffer += this.incoming;
    this.incoming = '';
    this.run(undefined);
    const keep = this.done ? this.total : Math.min(this.gone, this.at, this.watch?.start ?? this.at);
    if (keep - this.base > 4096 || keep === this.total) {
      this.buffer = this.buffer.slice(keep - this.base);
      this.base = keep;
    }
  }

  private get total(): number {
    return this.base + this.buffer.length;
  }

  /** Goes on as far as the known text allows. `closing` is given at the reply's end. */
  private run(closing: FormatContext | undefined): void {
    const total = this.total;
    const most = this.options.maxHeldBytes;
    for (;;) {
      const held = this.heldFrom();
      // Bytes are counted only where so much is held that they may be too many.
      const few = held === undefined ? total : Math.min(total, held + Math.floor(most / 3));
      this.advance(few < total ? undefined : closing, few);
      if (this.heldFrom() !== held) continue;
      if (few === total || held === undefined) break;
      const limit = this.base + byteLimit(this.buffer, held - this.base, most);
      this.advance(limit < total ? undefined : closing, limit);
      if (this.heldFrom() !== held) continue;
      if (limit < total) return this.giveUp();
      break;
    }
    this.gone = this.heldFrom() ?? this.waitingAt ?? this.at;
    if (this.options.mode === 'off' || (closing !== undefined && this.holdFrom === undefined)) this.gone = total;
  }

  /** Works until the text known is used up, or until what is held changes. */
  private advance(closing: FormatContext | undefined, limit: number): void {
    const held = this.heldFrom();
    this.waitingAt = undefined;
    for (;;) {
      if (this.watch !== undefined && !this.follow(this.watch, closing, limit)) return;
      if (this.heldFrom() !== held) return;
      if (!this.scan(closing, limit)) return;
      if (this.heldFrom() !== held) return;
    }
  }

  private heldFrom(): number | undefined {
    return this.holdFrom ?? (this.watch === undefined || this.watchOff ? undefined : this.watch.start);
  }

  /** True when the candidate came to an end, one way or the other. */
  private follow(watch: CandidateWatch, closing: FormatContext | undefined, limit: number): boolean {
    const window = this.buffer.slice(watch.start - this.base, limit - this.base);
    const state = watch.advance(window);
    if (state.type === 'growing') {
      if (closing === undefined) return false;
      const last = watch.finish(window, closing);
      if (last === undefined) this.forget(watch.start, window.length);
      else this.keep(last.format, moveEnvelope(last.envelope, watch.start));
      return true;
    }
    if (state.type === 'gone') this.forget(watch.start, state.looked);
    else this.keep(state.format, moveEnvelope(state.envelope, watch.start));
    return true;
  }

  /** No envelope after all: the scan goes on right behind its first sign. */
  private forget(start: number, looked: number): void {
    this.watch = undefined;
    this.rescanned += looked;
    if (this.rescanned > RESCAN_FREE + start * RESCAN_SHARE) this.noMatchBefore = start + looked;
    this.take(this.unit(start));
  }

  private keep(format: LeakFormat, envelope: ParsedEnvelope): void {
    this.watch = undefined;
    const region: Region = { format, envelope, released: this.watchOff ? 'off' : undefined, inThought: this.thoughtFrom !== undefined };
    this.regions.push(region);
    if (this.watchInfo.openRun > 0) this.openRuns.set(region, this.watchInfo.closings);
    this.at = Math.max(envelope.end, envelope.start + 1);
    this.last = 0;
    if (region.released === undefined) {
      if (format.alone === 'whole-reply') this.standsAlone = true;
      this.holdFrom ??= envelope.start;
      this.tail = 0;
    }
    if (this.regions.length > MOST_REGIONS) this.giveUp();
  }

  private unit(at: number): number {
    return this.buffer.charCodeAt(at - this.base);
  }

  /** Scans prose. False: nothing more can be told from the text known so far. */
  private scan(closing: FormatContext | undefined, limit: number): boolean {
    const { tracker, table } = this;
    if (table === undefined) return false;
    const held = this.heldFrom();
    while (this.at < limit) {
      const unit = this.unit(this.at);
      if (this.result !== undefined) {
        if (!this.passResult(unit, closing, limit)) return false;
        continue;
      }
      const mask = tracker.look(unit);
      if (this.at >= this.noMatchBefore) {
        const place = this.at;
        const met = this.meet(table, unit, mask, closing, limit);
        if (met === 'wait') return false;
        if (this.watch !== undefined) return true;
        if (this.heldFrom() !== held) return true;
        if (this.at !== place) continue;
      }
      this.take(unit);
      if (this.heldFrom() !== held) return true;
    }
    return false;
  }

  /** Takes one sign of text. */
  private take(unit: number): void {
    const closings = this.tracker.closings;
    this.tracker.step(unit);
    const place = this.at;
    this.at += 1;
    if (this.openRuns.size > 0 && this.tracker.closings > closings) this.quoteOpenRuns();
    if (isBlank(unit)) return;
    this.lastButOne = this.last;
    this.last = unit;
    if (this.thoughtFrom === undefined) this.proseSeen = true;
    if (this.holdFrom === undefined) return;
    this.dropAlone(place);
    this.tail += 1;
    if (this.tail > ANSWERING_TAIL) this.release('prose');
  }

  /** Looks for a marker here. `wait`: one may be beginning. */
  private meet(table: FormatTable, unit: number, mask: QuoteMask, closing: FormatContext | undefined, limit: number): 'wait' | 'on' {
    const here = this.at - this.base;
    const end = limit - this.base;
    const signs: Sign[] = [];
    let length = 0;
    for (const markers of [table.anywhere, table.lineStart, table.results]) {
      if (!markers.begins(unit)) continue;
      if (markers === table.lineStart && !this.tracker.atLineStart) continue;
      if (markers === table.results && this.holdFrom === undefined) continue;
      const match = markers.match(this.buffer, here, end);
      if (match.partial && closing === undefined && (mask === 'none' || this.thoughtFrom !== undefined)) {
        this.waitingAt = this.at;
        return 'wait';
      }
      for (const hit of match.hits) {
        signs.push(hit.value);
        length = Math.max(length, hit.length);
      }
    }
    if (signs.length > 0) this.act(signs, length, mask);
    return 'on';
  }

  private act(signs: readonly Sign[], length: number, mask: QuoteMask): void {
    const control = signs.find((sign) => sign.type !== 'opener');
    if (control?.type === 'thought-open' && mask === 'none') this.thoughtFrom ??= this.at;
    else if (control?.type === 'thought-close' && (mask === 'none' || this.thoughtFrom !== undefined)) return this.endThought(length);
    else if (control?.type === 'result' && mask === 'none' && this.holdFrom !== undefined) {
      this.result = { start: this.at, close: control.close, filled: false };
      this.at += length;
      return;
    }
    const formats = new Set<LeakFormat>();
    for (const sign of signs) if (sign.type === 'opener' && this.counts(sign)) formats.add(sign.format);
    if (formats.size === 0) return;
    if (mask !== 'none') this.note([...formats][0], length, mask);
    else this.begin([...formats], length);
  }

  private counts(sign: Extract<Sign, { type: 'opener' }>): boolean {
    if (sign.format.json === true && this.insideJson()) return false;
    if (this.options.structuredOutput && sign.format.json === true && sign.format.class === 'common') return false;
    return !sign.replyStart || (!this.proseSeen && this.regions.length === 0);
  }

  /** Behind an opening bracket, a comma or a key's colon: JSON here is a part of something larger, and no call (formats-a 5.1). */
  private insideJson(): boolean {
    const { last, lastButOne } = this;
    return last === 0x5b || last === 0x7b || last === 0x2c || (last === 0x3a && lastButOne === 0x22);
  }

  private begin(formats: readonly LeakFormat[], length: number): void {
    const on = formats.filter((format) => this.options.formatSwitch(format.id) !== 'off');
    if (on.length === 0) return this.note(formats[0], length, 'off');
    this.watchOff = this.options.mode === 'off';
    this.watchInfo = { closings: this.tracker.closings, openRun: this.tracker.openRun };
    this.watch = createCandidateWatch(this.at, on, length, this.openContext);
  }

  /** A marker that is not followed up: recorded only. */
  private note(format: LeakFormat | undefined, length: number, mask: 'fenced' | 'quoted' | 'off'): void {
    if (format === undefined || this.masked >= MOST_MASKED) return;
    this.masked += 1;
    this.regions.push({
      format,
      envelope: { status: 'incomplete', start: this.at, end: this.at + length, names: [] },
      released: mask,
      inThought: false,
    });
  }

  /** Reasoning ends: calls in it were thoughts, quotation begins anew, and what follows is the start of the reply. */
  private endThought(length: number): void {
    // A closer without an opener: the prompt opened it, so all before is reasoning; but only once.
    if (this.thoughtFrom === undefined && this.thoughts.length > 0) return;
    const end = this.at + length;
    this.thoughts.push({ start: this.thoughtFrom ?? 0, end });
    this.thoughtFrom = undefined;
    this.release('thought');
    this.tracker.reset();
    this.proseSeen = false;
    this.last = 0;
    this.at = end;
  }

  private passResult(unit: number, closing: FormatContext | undefined, limit: number): boolean {
    const { result } = this;
    if (result === undefined) return true;
    const { close } = result;
    if (close !== undefined && unit === close.charCodeAt(0)) {
      const here = this.buffer.slice(this.at - this.base, Math.min(limit - this.base, this.at - this.base + close.length));
      if (here === close) {
        this.at += close.length;
        this.fabricated.push({ start: result.start, end: this.at, filled: result.filled });
        this.result = undefined;
        return true;
      }
      if (closing === undefined && here.length < close.length && close.startsWith(here)) return false;
    }
    if (!isBlank(unit)) result.filled = true;
    this.at += 1;
    return true;
  }

  /** A code span that was open before an envelope has closed behind it: the envelope was quoted. */
  private quoteOpenRuns(): void {
    for (const region of this.openRuns.keys()) this.replace(region, 'quoted');
    this.openRuns.clear();
    this.settleHold();
  }

  /** Some envelopes count only as the whole reply: text behind makes them a listing, or a mention. */
  private dropAlone(place: number): void {
    if (!this.standsAlone) return;
    const alone = this.regions.filter((region) => region.released === undefined && region.format.alone === 'whole-reply');
    if (skipEndTokens(this.buffer, place - this.base, this.buffer.length) > place - this.base) return;
    for (const region of alone) this.replace(region, region.format.fence === true ? 'fenced' : 'prose');
    this.settleHold();
  }

  private release(why: NonNullable<Region['released']>): void {
    if (this.regions.some((region) => region.released === undefined)) {
      this.regions = this.regions.map((region) => (region.released === undefined ? { ...region, released: why } : region));
    }
    this.openRuns.clear();
    this.settleHold();
  }

  private replace(region: Region, why: NonNullable<Region['released']>): void {
    this.regions = this.regions.map((known) => (known === region ? { ...known, released: why } : known));
  }

  private settleHold(): void {
    this.holdFrom = this.regions.find((region) => region.released === undefined)?.envelope.start;
    if (this.holdFrom === undefined) this.tail = 0;
    this.standsAlone = this.regions.some((region) => region.released === undefined && region.format.alone === 'whole-reply');
  }

  /** More is held than may be (contract 2.3 check 14): everything leaves, and nothing of this reply is held again. */
  private giveUp(): void {
    if (this.watch !== undefined && !this.watchOff) {
      const start = this.watch.start;
      const format = this.watch.formats[0];
      if (format !== undefined)
        this.regions.push({
          format,
          envelope: { status: 'incomplete', start, end: this.total, names: [] },
          released: 'too_large',
          inThought: false,
        });
    }
    this.watch = undefined;
    this.release('too_large');
    this.done = true;
    this.at = this.total;
    this.gone = this.whole.length;
  }
}
