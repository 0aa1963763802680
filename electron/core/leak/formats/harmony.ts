import type { Span } from '../../../../shared/approval.ts';
import { skipBlanks } from '../../text/json-scanner.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { readObjectText } from '../object-text.ts';

// <|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>

const START = '<|start|>';
const ASSISTANT = '<|start|>assistant';
const CHANNEL = '<|channel|>';
const MESSAGE = '<|message|>';
const ENDS = ['<|end|>', '<|call|>', '<|return|>'];
const LONGEST_HEADER = 320;
const MOST_BETWEEN = 600;
/** Role and recipient, channel and recipient, type. A header with anything else in it is polluted: its call is only shown. */
const LISTED_HEADER =
  /^(?:<\|start\|>assistant)?(?:\s?to=[^\s<]{1,160})?(?:<\|channel\|>(?:analysis|commentary)(?:\s{1,4}to=[^\s<]{1,160})?)?\s{0,4}(?:<\|constrain\|>)?\s{0,4}[\w.+/-]{0,40}\s{0,4}$/;
const RECIPIENT = /\bto=([^\s<]{1,160})/;

/**
 * gpt-oss: a row of messages. Analysis is markup, a preamble stays as text, a message to `functions.NAME` is a call; `<|call|>` is a stop token that
 * servers swallow. Reading stops before a `final` message.
 */
export const harmony: LeakFormat = {
  id: 'harmony',
  title: 'Harmony messages',
  class: 'private',
  origin: 'gpt-oss',
  sample: '<|start|>assistant<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
  openers: () => [
    { text: '<|start|>assistant', where: 'anywhere' },
    { text: CHANNEL, where: 'anywhere' },
    { text: 'to=functions.', where: 'anywhere' },
  ],
  viable: (text, start) => {
    const message = readHeader(text, start);
    if (message === undefined) return false;
    if (message === 'cut') return true;
    return message.channel !== 'final' || message.recipient !== undefined;
  },
  parse: (text, start, context) => new Reader(text, start, context).envelope(),
};

interface Header {
  readonly body: number;
  readonly channel: string;
  readonly recipient: string | undefined;
  readonly polluted: boolean;
}

/** A header up to its message token; only role, channel, recipient and type may stand in it. */
function readHeader(text: string, at: number): Header | 'cut' | undefined {
  const head = text.slice(at, at + LONGEST_HEADER);
  const end = head.indexOf(MESSAGE);
  const header = end < 0 ? head : head.slice(0, end);
  if (/[\n{]/.test(header)) return undefined;
  if (end < 0) return head.length < LONGEST_HEADER ? 'cut' : undefined;
  if (!header.startsWith(START) && !header.startsWith(CHANNEL) && !/^\s?to=/.test(header)) return undefined;
  const channels = header.split(CHANNEL);
  const found = RECIPIENT.exec(header)?.[1];
  const recipient = found === 'assistant' ? undefined : found;
  const last = (channels.at(-1) ?? '').trim().split(/[\s<]/)[0] ?? '';
  return { body: at + end + MESSAGE.length, channel: channels.length > 1 ? last : '', recipient, polluted: !LISTED_HEADER.test(header) };
}

class Reader {
  private readonly text: string;
  private readonly start: number;
  private readonly context: FormatContext;
  private readonly calls: ParsedCall[] = [];
  private readonly visible: Span[] = [];
  private at: number;
  private end: number;
  private degraded = false;
  private stray: Span | undefined;

  constructor(text: string, start: number, context: FormatContext) {
    this.text = text;
    this.start = start;
    this.context = context;
    this.at = start;
    this.end = start;
  }

  envelope(): ParsedEnvelope | undefined {
    for (;;) {
      const header = readHeader(this.text, this.at);
      if (header === 'cut')
        return this.at === this.end && this.calls.length > 0 && this.at >= this.text.length ? this.complete() : this.cut([]);
      if (header === undefined || (header.recipient === undefined && (header.channel === 'final' || this.calls.length > 0)))
        return this.complete();
      const stop = header.recipient === undefined ? this.plain(header) : this.call(header, header.recipient);
      if (stop !== undefined) return stop === 'none' ? undefined : stop;
      if (!this.next()) return this.complete();
    }
  }

  /** Analysis or a preamble. */
  private plain(header: Header): ParsedEnvelope | 'none' | undefined {
    // Commentary that is an object, or whose header is damaged, is a call that lost its recipient: it and its siblings are no preamble.
    if (header.channel === 'commentary' && (header.polluted || this.text[skipBlanks(this.text, header.body)] === '{'))
      return this.broken('shape', header.body, 'the call names no recipient');
    const close = this.firstEnd(header.body);
    if (close === undefined) return this.context.open ? this.cut([]) : 'none';
    if (header.channel === 'commentary') this.visible.push({ start: header.body, end: close.start });
    this.at = close.end;
    return undefined;
  }

  private call(header: Header, recipient: string): ParsedEnvelope | undefined {
    const name =
      recipient.startsWith('functions.') && !this.context.tools.some((tool) => tool.name === recipient)
        ? recipient.slice('functions.'.length)
        : recipient;
    if (header.polluted) this.degraded = true;
    const value = readObjectText(this.text, header.body);
    if (value.status === 'cut') return this.cut([name]);
    if (value.status === 'broken') return this.broken('bad_arguments', value.at, value.detail, name);
    const from = this.at;
    const behind = skipBlanks(this.text, value.end);
    const token = ENDS.find((literal) => this.text.startsWith(literal, behind));
    const rest = this.text.slice(behind);
    if (token === undefined && rest !== '' && rest.length < 12 && ENDS.some((literal) => literal.startsWith(rest))) return this.cut([name]);
    if (rest.startsWith('{')) return this.broken('bad_arguments', behind, 'a second object follows in the same message', name);
    // Where the message has its closer, nothing but the object may stand in it (formats-a 1); words behind a swallowed closer are other text.
    if (token === undefined && this.closesLater(behind))
      return this.broken('bad_arguments', behind, 'other text stands behind the arguments', name);
    if (token === undefined && this.context.endedByLength && !this.context.open) return this.cut([name]);
    this.at = token === undefined ? value.end : behind + token.length;
    this.end = this.at;
    this.calls.push({
      name,
      arguments: value.args,
      argumentsError: value.problem,
      nativeId: undefined,
      span: { start: from, end: this.at },
      otherReadings: [],
    });
    return undefined;
  }

  /** The message is no call that can be read: malformed up to its end. */
  private broken(code: 'shape' | 'bad_arguments', at: number, detail: string, name?: string): ParsedEnvelope | undefined {
    const names = name === undefined ? [] : [name];
    const close = this.firstEnd(at);
    if (close === undefined && this.context.open) return this.cut(names);
    return {
      status: 'malformed',
      start: this.start,
      end: close?.end ?? this.text.length,
      code,
      names: [...this.names(), ...names],
      detail,
    };
  }

  /** Moves to the next message, over blanks or stray text (which stays for the reader, and is prose beside the call). */
  private next(): boolean {
    const from = this.at;
    const near = this.text.slice(from, from + MOST_BETWEEN);
    const places = [START, CHANNEL].map((token) => near.indexOf(token)).filter((place) => place >= 0);
    if (places.length === 0) return this.context.open && this.calls.length === 0 && near.length < MOST_BETWEEN ? this.wait() : false;
    const offset = Math.min(...places);
    if (this.text.startsWith(START, from + offset) && !this.text.startsWith(ASSISTANT, from + offset)) {
      const rest = this.text.slice(from + offset, from + offset + ASSISTANT.length);
      return this.context.open && this.calls.length === 0 && ASSISTANT.startsWith(rest) && from + offset + rest.length >= this.text.length
        ? this.wait()
        : false;
    }
    if (near.slice(0, offset).trim() !== '') {
      if (this.calls.length > 0) return false;
      this.visible.push({ start: from, end: from + offset });
      this.stray ??= { start: from, end: from + offset };
    }
    this.at = from + offset;
    return true;
  }

  private wait(): boolean {
    this.at = this.text.length;
    return true;
  }

  private complete(): ParsedEnvelope | undefined {
    if (this.calls.length === 0) return this.context.open && this.at >= this.text.length ? this.cut([]) : undefined;
    return {
      status: 'complete',
      start: this.start,
      end: this.end,
      calls: this.calls,
      degraded: this.degraded,
      visible: this.visible,
      stray: this.stray,
    };
  }

  private cut(more: readonly string[]): ParsedEnvelope | undefined {
    const names = [...this.names(), ...more];
    if (names.length === 0 && !this.context.open) return undefined;
    return { status: 'incomplete', start: this.start, end: this.text.length, names };
  }

  private closesLater(from: number): boolean {
    const close = this.firstEnd(from);
    return close !== undefined && close.end > close.start && this.text.slice(from, close.start).trim() !== '';
  }

  private names(): readonly string[] {
    return this.calls.map((call) => call.name);
  }

  private firstEnd(from: number): Span | undefined {
    for (let place = this.text.indexOf('<|', from); place >= 0; place = this.text.indexOf('<|', place + 2)) {
      const token = [...ENDS, START].find((literal) => this.text.startsWith(literal, place));
      if (token !== undefined) return { start: place, end: place + (token === START ? 0 : token.length) };
    }
    return undefined;
  }
}
