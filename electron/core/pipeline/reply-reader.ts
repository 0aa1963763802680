import type { OutChunk, ReplyEncoder } from '../dialect/dialect.ts';
import { keptLines } from '../dialect/kept-lines.ts';
import type { LeakScanner } from '../leak/leak-verdict.ts';
import type { Sourced, TurnEvent } from '../turn/turn-event.ts';
import { FrameQueue, type QueuedFrame, releaseHead, type TextRange } from './frame-queue.ts';
import { choiceOf, createReplyState, foldEvent, type CallState, type ChoiceState, type ReplyState } from './reply-state.ts';

/** How a reply is read. */
export interface ReaderOptions {
  readonly encoder: ReplyEncoder;
  /** Makes the leak scanner of a choice; undefined where nothing is scanned (contract 2.2). */
  readonly createScanner: () => LeakScanner | undefined;
  /** False where Signalbox only observes (contract 2.2). */
  readonly acts: boolean;
  /** `calls.hold`; `off` also where nothing may be withheld. */
  readonly withhold: 'reply' | 'perCall' | 'off';
  /** `perCall`: true for a whole call that would leave as it came, whatever else the reply holds. */
  readonly leavesAlone: (call: CallState) => boolean;
  /** Nothing leaves before the decision: the answer to a neutral re-ask, which may be dropped whole. */
  readonly withholdAll: boolean;
  /** The dialect's clients need its first event at once (Responses: nothing may come before `response.created`, wire 3.4). */
  readonly eagerStart: boolean;
}

/**
 * Reads one reply: folds its events and lets frames leave as soon as they can't matter any more (wire 3.3). What still may matter
 * waits in `queue`, in order.
 */
export class ReplyReader {
  readonly state: ReplyState = createReplyState();
  readonly queue = new FrameQueue();
  /** Frames that a re-ask may have to repeat: all but text. */
  readonly sources: Sourced[] = [];
  /** True once something with content left or may leave: starts and roles then wait no longer. */
  private contentReady = false;
  /** A keep-alive needs the dialect's start; a block that may stay empty does not leave for that. */
  private startReady = false;
  /** Nothing that can be read has come since a frame that can not: it waits, for it may be an upstream's last words. */
  private unreadLast = false;
  /** A frame that the upstream's end cut in two: it leaves only if the reply turns out to be whole. */
  private fragment: Sourced | undefined;
  /** Bytes behind the last event that hold no data: some servers write what went wrong there. */
  private stray: Uint8Array | undefined;
  /** The last frame lacked its blank line and got one. */
  tailMended = false;
  private readonly options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  /**
   * The hot path: one delta of text or reasoning, nothing waits, nothing is suspicious. What leaves of it now, '' when it has to wait; undefined: the
   * frame is none of that, and nothing of it was taken. Allocates nothing but what the scanner needs.
   */
  pass(arrived: Sourced): OutChunk | undefined {
    const event = arrived.events[0];
    if (event === undefined || arrived.events.length !== 1 || this.queue.size > 0 || !this.contentReady) return undefined;
    if ((event.type !== 'text-delta' && event.type !== 'reasoning-delta') || this.options.withholdAll || !isClosed(arrived.frame.raw))
      return undefined;
    this.stray = undefined;
    const choice = this.choice(event.choice);
    if (event.type === 'reasoning-delta') {
      foldEvent(this.state, event, choice);
      this.sources.push(arrived);
      return this.options.encoder.pass(arrived);
    }
    const start = choice.text.length;
    this.addText(choice, event.text);
    if (choice.releasable === choice.text.length) return this.options.encoder.pass(arrived);
    const range = { choice: choice.choice, start, end: choice.text.length, text: event.text };
    this.queue.push({ sourced: arrived, texts: [range], calls: [], preamble: false });
    return '';
  }

  /** Takes one frame; bytes that may leave now are appended to `out`. */
  take(arrived: Sourced, out: OutChunk[]): void {
    const passed = this.pass(arrived);
    if (passed !== undefined) return void (passed.length > 0 && out.push(passed));
    if (arrived.frame.more === true || isClosed(arrived.frame.raw)) return this.takeClosed(arrived, out);
    this.noteStray(arrived);
    // The stream ended inside the frame. What it says whole gets its blank line: a client drops it otherwise, and ours would run into it.
    if (arrived.events.every((event) => event.type === 'unreadable' || event.type === 'oddity')) this.fragment = arrived;
    else {
      this.tailMended = true;
      this.state.changes.add('blank line added');
      const { event, data, raw } = arrived.frame;
      this.takeClosed({ ...arrived, frame: { event, data, raw: withBlankLine(raw) } }, out);
    }
  }

  /** Lines of no event behind the last one (`error: …`, a bare JSON object): what an upstream said before it broke off. */
  get strayWords(): string {
    const lines = this.stray === undefined ? [] : keptLines(this.stray).split('\n');
    return lines.filter((line) => line !== '' && !/^(?::|id:|retry:)/.test(line)).join(' ');
  }

  private noteStray({ frame }: Sourced): void {
    if (frame.data !== undefined) this.stray = undefined;
    else if (frame.more !== true && frame.raw.length > 2 && frame.raw[0] !== COLON) this.stray = frame.raw;
  }

  private takeClosed(sourced: Sourced, out: OutChunk[]): void {
    this.noteStray(sourced);
    const texts: TextRange[] = [];
    const calls: string[] = [];
    // What can not be read is taken for something said.
    let content = sourced.frame.more === true;
    let eager = false;
    for (const event of sourced.events) {
      const choice = 'choice' in event ? this.choice(event.choice) : undefined;
      if (event.type === 'text-delta' && choice !== undefined) {
        texts.push(this.takeText(choice, event.text));
        content ||= event.text !== '';
        continue;
      }
      foldEvent(this.state, event, choice);
      if ('key' in event && event.key !== undefined && event.type !== 'oddity' && !calls.includes(event.key)) calls.push(event.key);
      content ||= hasContent(event);
      eager ||= this.options.eagerStart && event.type === 'turn-start';
      if (event.type === 'call-end') this.releaseCall(event.key);
    }
    // Frames without an event too: the start of a thinking block says nothing, but holds what a re-ask must give back.
    if (sourced.events.length === 0 || sourced.events.some((event) => event.type !== 'text-delta')) this.sources.push(sourced);
    const unread = sourced.events.length > 0 && sourced.events.every((event) => event.type === 'unreadable');
    if (unread || sourced.frame.data !== undefined) this.unreadLast = unread;
    this.queue.push({ sourced, texts, calls, preamble: !content && !eager, unread });
    if (!this.contentReady && content) this.contentReady = this.mayLeave(texts, calls);
    this.release(out);
  }

  /** The reply is whole: a cut frame behind its end leaves as it came. Where an end is still to be written it would run into that. */
  keepFragment(): void {
    if (this.fragment !== undefined && this.state.ended) this.queue.push({ sourced: this.fragment, texts: [], calls: [], preamble: false });
    this.fragment = undefined;
  }

  /** Folds an event that the decoder found only at the upstream's end: it has no frame. */
  fold(event: TurnEvent): void {
    foldEvent(this.state, event, 'choice' in event ? this.choice(event.choice) : undefined);
    // Where nothing is withheld its frames have left.
    if (event.type === 'call-end' && this.options.withhold === 'off') this.releaseCall(event.key);
  }

  /** Lets everything leave that may: after a keep-alive committed the head, starts wait no longer. True when an event left. */
  releasePreamble(out: OutChunk[]): boolean {
    if (this.options.withholdAll) return false;
    this.startReady = true;
    const waiting = this.queue.waiting();
    this.release(out);
    return waiting.slice(0, waiting.length - this.queue.size).some((frame) => frame.sourced.frame.data !== undefined);
  }

  /** Something of this reply has reached the client, or may have. */
  get begun(): boolean {
    return this.contentReady || this.startReady;
  }

  /** Choices in order, with what was read of them. */
  get choices(): readonly ChoiceState[] {
    return [...this.state.choices.values()];
  }

  /** Function calls that have not left yet, in order. */
  get withheldCalls(): readonly CallState[] {
    return [...this.state.calls.values()].filter((call) => call.kind === 'function' && !call.released);
  }

  /** Calls that the client has, or gets whatever is decided: the model can't be asked again, and a call is not said twice (contract 2.5). */
  get leftCalls(): readonly CallState[] {
    if (!this.options.acts) return [];
    return [...this.state.calls.values()].filter((call) => call.kind === 'custom' || (call.kind === 'function' && call.released));
  }

  /** A call is with the client only in part: the reply can't be ended as if it were whole. */
  get leftInPart(): boolean {
    return [...this.state.calls.values()].some(
      (call) => !call.closed && (call.kind === 'custom' || (call.kind === 'function' && !this.withholds)),
    );
  }

  /** True where function calls wait for a decision at all. */
  get withholds(): boolean {
    return this.options.withhold !== 'off';
  }

  /** True when the reply's end decides something: finish and terminator wait until then. */
  get undecided(): boolean {
    if (this.options.withholdAll || (this.state.ended && this.hollow)) return true;
    // Calls that left may still need another finish reason than the upstream's (contract 2.4).
    if (this.options.acts && [...this.state.calls.values()].some((call) => call.kind === 'function')) return true;
    for (const choice of this.state.choices.values()) {
      if (choice.scanner === undefined) continue;
      if (choice.releasable < choice.text.length) return true;
      // A reply without text and calls, but with reasoning: the call may stand there (contract 2.3 check 10).
      if (choice.blank && choice.reasoning.length > 0 && this.state.calls.size === 0) return true;
    }
    return false;
  }

  /** Neither content nor a finish: a terminator behind it ends no turn, some proxies end a failed reply so (wire 3.5). */
  get hollow(): boolean {
    if (this.state.calls.size > 0) return false;
    for (const { blank, reasoning, refusal, finish } of this.state.choices.values())
      if (!blank || reasoning.length > 0 || refusal || finish !== undefined) return false;
    return true;
  }

  private choice(choice: number): ChoiceState {
    return choiceOf(this.state, choice, this.options.createScanner);
  }

  private takeText(choice: ChoiceState, text: string): TextRange {
    const start = choice.text.length;
    this.addText(choice, text);
    return { choice: choice.choice, start, end: choice.text.length, text };
  }

  private addText(choice: ChoiceState, text: string): void {
    if (choice.blank && text.trim() !== '') choice.blank = false;
    if (choice.scanner === undefined) {
      choice.text.push(text);
      choice.releasable = choice.text.length;
    } else choice.releasable = choice.scanner.push(text);
  }

  private mayLeave(texts: readonly TextRange[], calls: readonly string[]): boolean {
    if (this.options.withholdAll) return false;
    if (texts.length > 0)
      return texts.some((range) => range.text !== '' && range.start < (this.state.choices.get(range.choice)?.releasable ?? 0));
    return calls.length === 0 || calls.some((key) => !this.withheld(key));
  }

  private withheld(key: string): boolean {
    if (this.options.withholdAll) return true;
    const call = this.state.calls.get(key);
    return this.options.withhold !== 'off' && call !== undefined && call.kind === 'function' && !call.released;
  }

  /** `calls.hold perCall`: a good call waits no longer than its own end, and for the calls before it (order is kept). */
  private releaseCall(key: string): void {
    const call = this.state.calls.get(key);
    if (call === undefined || call.kind !== 'function') return;
    if (this.options.withhold === 'off') call.released = true;
    else if (this.options.withhold === 'perCall' && this.withheldCalls[0] === call) call.released = this.options.leavesAlone(call);
  }

  /** How much of a choice's text can't be markup any more. */
  releasable(choice: number): number {
    return this.options.withholdAll ? 0 : (this.state.choices.get(choice)?.releasable ?? 0);
  }

  private release(out: OutChunk[]): void {
    if (!this.contentReady && this.queueHoldsReleasableText()) this.contentReady = true;
    releaseHead(
      this.queue,
      this.options.encoder,
      (choice) => this.releasable(choice),
      (frame) => this.blocked(frame),
      out,
    );
  }

  private queueHoldsReleasableText(): boolean {
    if (this.options.withholdAll) return false;
    for (const choice of this.state.choices.values()) if (choice.releasable > 0) return true;
    return false;
  }

  private blocked(frame: QueuedFrame): boolean {
    if (this.options.withholdAll) return true;
    if (frame.calls.some((key) => this.withheld(key))) return true;
    if (ends(frame)) return this.undecided || this.state.error !== undefined || this.mayBeCorrected(frame);
    if (frame.unread === true && this.unreadLast) return true;
    if (!frame.preamble || this.contentReady) return false;
    return !this.startReady || frame.sourced.events.some((event) => event.type === 'text-start');
  }

  /** Some upstreams write text behind the finish reason: a `stop` waits for the end, for a leak in there makes it another (contract 2.4). */
  private mayBeCorrected({ sourced }: QueuedFrame): boolean {
    if (this.state.ended) return false;
    return sourced.events.some(
      (event) => event.type === 'finish' && event.reason === 'stop' && this.state.choices.get(event.choice)?.scanner !== undefined,
    );
  }
}

const COLON = 0x3a;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** True when a frame ends with a blank line, in whatever line ends. Parts of a JSON body have no bytes. */
function isClosed(raw: Uint8Array): boolean {
  const last = raw[raw.length - 1];
  if (last === undefined) return true;
  const before = last === LINE_FEED && raw[raw.length - 2] === CARRIAGE_RETURN ? raw[raw.length - 3] : raw[raw.length - 2];
  return (last === LINE_FEED || last === CARRIAGE_RETURN) && (before === LINE_FEED || before === CARRIAGE_RETURN || before === undefined);
}

function withBlankLine(raw: Uint8Array): Uint8Array {
  const last = raw[raw.length - 1];
  // A line feed behind a carriage return would be one line end with it.
  const end = last === CARRIAGE_RETURN ? CARRIAGE_RETURN : LINE_FEED;
  const closed = new Uint8Array(raw.length + (last === LINE_FEED || last === CARRIAGE_RETURN ? 1 : 2)).fill(end);
  closed.set(raw);
  return closed;
}

function ends(frame: QueuedFrame): boolean {
  return frame.sourced.events.some((event) => event.type === 'finish' || event.type === 'turn-end' || event.type === 'upstream-error');
}

/** What a person or agent waits for; starts, ends, roles, usage and pings are not. */
function hasContent(event: TurnEvent): boolean {
  switch (event.type) {
    case 'text-delta':
      return event.text !== '';
    case 'reasoning-delta':
      return event.text !== '' || event.signed;
    case 'call-start':
    case 'call-delta':
    case 'call-end':
    case 'call-named':
    case 'refusal':
      return true;
    // The end of a reply is no content: what it decides comes first.
    case 'finish':
    case 'turn-end':
    case 'upstream-error':
    case 'turn-start':
    case 'text-start':
    case 'text-end':
    case 'usage':
    case 'oddity':
    case 'unreadable':
      return false;
  }
}
