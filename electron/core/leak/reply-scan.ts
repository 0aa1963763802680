import type { Span } from '../../../shared/approval.ts';
import type { MarkerHit } from '../text/marker-scanner.ts';
import { createQuoteTracker, type QuoteMask } from '../text/quote-tracker.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { type CandidateWatch, createCandidateWatch } from './candidate-watch.ts';
import { FabricatedResults } from './fabricated-results.ts';
import { formatTable, type FormatTable, type Sign, UnitKind } from './format-table.ts';
import { HeldBytes } from './held-bytes.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from './leak-format.ts';
import type { ReplyContext } from './leak-verdict.ts';
import { moveEnvelope, type ScanFacts } from './region.ts';
import { RegionLedger } from './region-ledger.ts';
import { isBlank } from './reply-marks.ts';
import { TextWindow } from './text-window.ts';
import { unreadEnvelope } from './unread-envelope.ts';

/** What the scan itself needs to know before the reply has ended. */
export type ScanOptions = Pick<ReplyContext, 'mode' | 'formatSwitch' | 'structuredOutput' | 'maxHeldBytes'>;

/**
 * Prose behind an envelope that has this many signs (blanks not counted) answers the reader: what stands before it was no act, and leaves.
 * Shorter tails are held with it, for the operator to see.
 */
const ANSWERING_TAIL = 320;
/** Text may be looked at again after a candidate failed: this many times what was read, so that the whole stays linear. */
const RESCAN_SHARE = 4;
const RESCAN_FREE = 65_536;
const MOST_REGIONS = 1024;
/** So many openers that began nothing are told. One is enough for a verdict. */
const MOST_UNREAD = 64;
/** A reply in which this many markers began nothing is no leak: it is not looked at any further. */
const MOST_FAILED = 4096;
const LF = 0x0a;
const NO_HITS: readonly MarkerHit<Sign>[] = [];

/**
 * Scans one text of a reply as it grows. Every decision depends on places in the text and never on how it was cut: it is taken with the text up
 * to that place, whatever else is known already.
 */
export class ReplyScan {
  /** Nothing of this text will be held any more. */
  done = false;
  private readonly tools: readonly AdvertisedTool[];
  private readonly options: ScanOptions;
  private readonly table: FormatTable;
  private readonly openContext: FormatContext;
  private readonly tracker = createQuoteTracker();
  private readonly window = new TextWindow();
  private readonly ledger = new RegionLedger();
  private readonly results = new FabricatedResults();
  private readonly heldBytes = new HeldBytes();
  private readonly thoughts: Span[] = [];
  private readonly unread: Span[] = [];
  private at = 0;
  private watch: CandidateWatch | undefined;
  private watchOff = false;
  private watchInSpan = false;
  /** Another format with this opener is switched off. */
  private watchBesideOff = false;
  private waitingAt: number | undefined;
  /** Signs of prose behind the last envelope. */
  private tail = 0;
  private proseSeen = false;
  private thoughtFrom: number | undefined;
  private closings = 0;
  private noMatchBefore = 0;
  private rescanned = 0;
  private failed = 0;
  /** The last two signs that were no blanks. */
  private last = 0;
  private lastButOne = 0;

  constructor(tools: readonly AdvertisedTool[], options: ScanOptions) {
    this.tools = tools;
    this.options = options;
    this.table = formatTable(tools);
    this.openContext = { tools, endedByLength: false, stopSequence: undefined, open: true };
  }

  /** Takes the next piece; answers with how much of the whole text may leave. */
  add(piece: string): number {
    if (this.window.add(piece, this.heldFrom() !== undefined)) this.run(undefined);
    const gone = this.gone();
    if (!this.done) this.window.dropBefore(Math.min(gone, this.at, this.watch?.start ?? this.at));
    return gone;
  }

  /** Reads what is left as the end of the reply. `whole` is the whole text. */
  finish(whole: string, context: ReplyContext): ScanFacts {
    if (!this.done) {
      this.window.join();
      this.run(undefined);
      this.run({ tools: this.tools, endedByLength: context.endedByLength, stopSequence: context.stopSequence, open: false });
      // A run of backticks that the end of the text closes.
      this.tracker.look(LF);
      this.followClosings();
    }
    this.results.end(whole.length);
    if (this.thoughtFrom !== undefined) this.thoughts.push({ start: this.thoughtFrom, end: whole.length });
    this.thoughtFrom = undefined;
    return { text: whole, regions: this.ledger.regions, thoughts: this.thoughts, fabricated: this.results.spans, unread: this.unread };
  }

  private gone(): number {
    if (this.done || this.options.mode === 'off') return this.window.end;
    return this.heldFrom() ?? this.waitingAt ?? this.at;
  }

  private heldFrom(): number | undefined {
    return this.ledger.holdFrom ?? (this.watch === undefined || this.watchOff ? undefined : this.watch.start);
  }

  /** Goes on as far as the known text allows. `closing` is given at the reply's end. */
  private run(closing: FormatContext | undefined): void {
    const { window } = this;
    const most = this.options.maxHeldBytes;
    while (!this.done) {
      const held = this.heldFrom();
      // Bytes are counted only where so much is held that they may be too many.
      const few = held === undefined ? window.end : Math.min(window.end, held + Math.floor(most / 3));
      this.advance(few < window.end ? undefined : closing, few);
      if (this.heldFrom() !== held) continue;
      if (few === window.end || held === undefined) return;
      const limit = this.heldBytes.limit(window.buffer, window.base, held, most);
      this.advance(limit < window.end ? undefined : closing, limit);
      if (this.heldFrom() !== held) continue;
      if (limit < window.end) this.giveUp(this.watch?.start ?? held, limit, this.watch?.first);
      return;
    }
  }

  /** Works until the text up to `limit` is used up, or until what is held changes. */
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

  /** True when the candidate came to an end, one way or the other. */
  private follow(watch: CandidateWatch, closing: FormatContext | undefined, limit: number): boolean {
    const text = this.window.slice(watch.start, limit);
    const state = watch.advance(text);
    if (state.type === 'growing') {
      if (closing === undefined) return false;
      const last = watch.finish(text, closing);
      if (last === undefined) this.forget(watch, text.length);
      else this.keep(last.format, moveEnvelope(last.envelope, watch.start));
    } else if (state.type === 'gone') this.forget(watch, state.looked);
    else this.keep(state.format, moveEnvelope(state.envelope, watch.start));
    return true;
  }

  /** No envelope after all: the scan goes on right behind its first sign. */
  private forget(watch: CandidateWatch, looked: number): void {
    const { start } = watch;
    this.watch = undefined;
    this.failed += 1;
    if (watch.opener !== undefined && !this.watchBesideOff && this.thoughtFrom === undefined && this.unread.length < MOST_UNREAD)
      this.unread.push({ start, end: start + watch.opener });
    this.rescanned += looked;
    if (this.rescanned > RESCAN_FREE + start * RESCAN_SHARE) this.noMatchBefore = start + looked;
    this.take(this.window.unit(start));
    if (this.failed > MOST_FAILED) this.giveUp(start, start + looked, watch.first);
  }

  private keep(format: LeakFormat, envelope: ParsedEnvelope): void {
    this.watch = undefined;
    const off = this.watchOff || this.options.formatSwitch(format.id) === 'off';
    const released = off ? 'off' : this.isQuotedRest(envelope) ? 'quoted' : undefined;
    this.ledger.add({ format, envelope, released, inThought: this.thoughtFrom !== undefined }, this.watchInSpan);
    this.at = Math.max(envelope.end, envelope.start + 1);
    this.tracker.passEnvelope();
    this.last = 0;
    if (this.thoughtFrom === undefined) this.proseSeen = true;
    if (released === undefined) this.tail = 0;
    if (this.ledger.regions.length > MOST_REGIONS) this.giveUp(envelope.start, envelope.end, format);
  }

  /** What has no end reaches over the end of the code span in which it stands: a quotation that was taken for the rest of a call. */
  private isQuotedRest(envelope: ParsedEnvelope): boolean {
    if (envelope.status === 'complete' || !this.watchInSpan) return false;
    return this.tracker.closesEarlierIn(this.window.slice(envelope.start, envelope.end));
  }

  /** Scans prose. False: nothing more can be told from the text known so far. */
  private scan(closing: FormatContext | undefined, limit: number): boolean {
    const { tracker, window } = this;
    const held = this.heldFrom();
    while (this.at < limit) {
      if (this.results.isOpen) {
        const next = this.results.take(window, this.at, limit, closing === undefined);
        if (next === undefined) return false;
        this.at = next;
        continue;
      }
      if (tracker.inPlainText && this.skipPlain(limit)) continue;
      const unit = window.unit(this.at);
      const mask = tracker.look(unit);
      this.followClosings();
      if (this.heldFrom() !== held) return true;
      if (this.mayMeet(unit, mask)) {
        const place = this.at;
        if (!this.meet(unit, mask, closing, limit)) return false;
        if (this.watch !== undefined || this.heldFrom() !== held) return true;
        if (this.at !== place) continue;
      }
      this.take(unit);
      if (this.heldFrom() !== held) return true;
    }
    return false;
  }

  /** Takes one sign of text. */
  private take(unit: number): void {
    const { tracker, ledger } = this;
    tracker.step(unit);
    this.at += 1;
    this.followClosings();
    if (isBlank(unit)) return;
    this.lastButOne = this.last;
    this.last = unit;
    if (this.thoughtFrom === undefined) this.proseSeen = true;
    if (ledger.holdFrom === undefined) return;
    ledger.dropAlone();
    this.tail += 1;
    if (this.tail > ANSWERING_TAIL) ledger.release('prose');
  }

  /** A code span or quotation that was open before some envelopes has closed: they are quoted. The sign behind a run of backticks tells. */
  private followClosings(): void {
    if (this.tracker.closings === this.closings) return;
    this.closings = this.tracker.closings;
    this.ledger.closeSpan();
  }

  /** Takes a stretch of plain text with which no marker can begin. Only a faster way of taking each unit. */
  private skipPlain(limit: number): boolean {
    const { buffer, base } = this.window;
    const { kinds, anywhere, results } = this.table;
    const from = this.at - base;
    const holds = this.ledger.holdFrom !== undefined;
    // Where something is held, each unit of its tail may decide: no further than the tail may grow.
    const end = Math.min(limit - base - 1, holds ? from + (this.ledger.standsAlone ? 0 : ANSWERING_TAIL - this.tail) : limit);
    let { last, lastButOne } = this;
    let words = 0;
    let at = from;
    for (; at < end; at += 1) {
      const unit = buffer.charCodeAt(at);
      const kind = kinds[unit];
      if (kind === UnitKind.blank) continue;
      if (kind === UnitKind.sign || (holds && results.begins(unit))) break;
      if (kind === UnitKind.maybe && anywhere.mayBegin(unit, buffer.charCodeAt(at + 1))) break;
      words += 1;
      lastButOne = last;
      last = unit;
    }
    if (at - from < 3) return false;
    this.last = last;
    this.lastButOne = lastButOne;
    this.tracker.skip(buffer.charCodeAt(at - 3), buffer.charCodeAt(at - 2), buffer.charCodeAt(at - 1));
    this.at = base + at;
    if (words > 0 && this.thoughtFrom === undefined) this.proseSeen = true;
    if (holds) this.tail += words;
    return true;
  }

  private mayMeet(unit: number, mask: QuoteMask): boolean {
    const { anywhere, lineStart, results } = this.table;
    if (this.at < this.noMatchBefore) return false;
    // A quotation is only recorded, and enough of them are; nothing in it counts but the end of reasoning.
    if (mask !== 'none' && this.thoughtFrom === undefined && this.ledger.isNotedOut) return false;
    if (anywhere.begins(unit)) return true;
    return (this.ledger.holdFrom !== undefined && results.begins(unit)) || (lineStart.begins(unit) && this.tracker.atLineStart);
  }

  /** Looks for a marker here. False: one may be beginning, and the text ends. */
  private meet(unit: number, mask: QuoteMask, closing: FormatContext | undefined, limit: number): boolean {
    const { window, table } = this;
    let hits = NO_HITS;
    for (const markers of [table.anywhere, table.lineStart, table.results]) {
      if (!markers.begins(unit)) continue;
      if (markers === table.lineStart && !this.tracker.atLineStart) continue;
      if (markers === table.results && this.ledger.holdFrom === undefined) continue;
      const match = markers.match(window.buffer, this.at - window.base, limit - window.base);
      if (match.partial && closing === undefined) {
        this.waitingAt = this.at;
        return false;
      }
      if (match.hits.length > 0) hits = hits.length === 0 ? match.hits : [...hits, ...match.hits];
    }
    if (hits.length > 0) this.act(hits, mask);
    return true;
  }

  private act(hits: readonly MarkerHit<Sign>[], mask: QuoteMask): void {
    const formats: LeakFormat[] = [];
    let longest = 0;
    for (const { value: sign, length } of hits) {
      if (sign.type !== 'opener') {
        if (this.control(sign, length, mask)) return;
      } else if (this.counts(sign) && !formats.includes(sign.format)) {
        formats.push(sign.format);
        longest = Math.max(longest, length);
      }
    }
    if (formats.length === 0) return;
    if (mask !== 'none') this.ledger.note(formats[0], this.at, this.at + longest, mask);
    else this.begin(formats, longest);
  }

  /** Marks that are no openers. True when the scan moved on. */
  private control(sign: Exclude<Sign, { type: 'opener' }>, length: number, mask: QuoteMask): boolean {
    if (sign.type === 'thought-open') {
      if (mask === 'none') this.thoughtFrom ??= this.at;
      return false;
    }
    if (sign.type === 'thought-close') return (mask === 'none' || this.thoughtFrom !== undefined) && this.endThought(length);
    if (mask !== 'none' || this.ledger.holdFrom === undefined) return false;
    if (sign.type === 'result') this.results.begin(this.at, sign.close);
    this.at += length;
    return true;
  }

  private counts(sign: Extract<Sign, { type: 'opener' }>): boolean {
    if (sign.format.json === true && this.insideJson()) return false;
    if (this.options.structuredOutput && sign.format.json === true && sign.format.class === 'common') return false;
    return !sign.replyStart || !this.proseSeen;
  }

  /** Behind an opening bracket, a comma or a key's colon: JSON here is a part of something larger, and no call (formats-a 5.1). */
  private insideJson(): boolean {
    const { last, lastButOne } = this;
    return last === 0x5b || last === 0x7b || last === 0x2c || (last === 0x3a && lastButOne === 0x22);
  }

  private begin(formats: readonly LeakFormat[], length: number): void {
    const isOn = (format: LeakFormat): boolean => this.options.formatSwitch(format.id) !== 'off';
    // A format that is switched off still reads what is its own: neither the others nor what stands inside it may act on that.
    this.watchBesideOff = !formats.every(isOn);
    const listed = this.watchBesideOff ? formats.filter((format) => format !== unreadEnvelope) : formats;
    this.watchOff = this.options.mode === 'off' || !listed.some(isOn);
    this.watchInSpan = this.tracker.openEarlier;
    this.watch = createCandidateWatch(this.at, listed, length, this.openContext);
  }

  /** Reasoning ends: calls in it were thoughts, quotation begins anew, and what follows is the start of the reply. */
  private endThought(length: number): boolean {
    // A closer without an opener: the prompt opened it, so all before is reasoning; but only once.
    if (this.thoughtFrom === undefined && this.thoughts.length > 0) return false;
    const end = this.at + length;
    this.thoughts.push({ start: this.thoughtFrom ?? 0, end });
    this.thoughtFrom = undefined;
    this.ledger.release('thought');
    this.tracker.reset();
    this.proseSeen = false;
    this.last = 0;
    this.at = end;
    return true;
  }

  /** More is held or was tried than may be (contract 2.3 check 14): everything leaves, and nothing of this reply is held again. */
  private giveUp(from: number, to: number, format: LeakFormat | undefined): void {
    this.ledger.note(this.watchOff ? undefined : format, from, Math.max(from, to), 'too_large');
    this.watch = undefined;
    this.ledger.release('too_large');
    this.done = true;
    this.at = this.window.end;
  }
}
