import type { AdvertisedTool } from '../turn/turn.ts';
import type { FormatContext, ParsedCall, ParsedEnvelope } from './leak-format.ts';
import { closeTag } from './parameter-value.ts';
import { skipEndTokens } from './reply-marks.ts';
import type { TagGrammar } from './tag-grammar.ts';
import { skipSpace } from './tag-reader.ts';
import { type CallBody, declares, readCallBody, toParsedCall } from './tagged-call.ts';

/** White space that may stand between an opener and what makes it a call. More of it is no leak that was ever seen. */
const HEAD_SPACE = 256;

/** What a format of tags adds to its grammar. */
export interface TaggedOptions {
  /** A listed degraded spelling: complete, but `common`. */
  readonly degraded?: boolean | undefined;
  /** A further closing tag that may stand behind the envelope without its opener (a server swallowed that). */
  readonly orphanCloser?: string | undefined;
  /** The literal that begins an envelope: where a look behind this one stops. */
  readonly opener: string;
}

/**
 * True while the text from `start` may become an envelope of this grammar: opener, head of a call, then a parameter, the end of
 * the call, or a JSON body where the format has one. A bounded look at the head.
 */
export function taggedViable(grammar: TagGrammar, text: string, start: number): boolean {
  let at = start;
  if (grammar.section !== undefined) {
    const open = grammar.section.open(text, at);
    if (typeof open !== 'object') return open === 'cut';
    at = open.end;
  }
  const place = gap(text, at);
  if (place === 'more' || place === 'no') return place === 'more';
  const call = grammar.call(text, place);
  // A parameter before its call is a broken call, not prose: it stays, and is refused later.
  if (typeof call !== 'object')
    return (
      call === 'cut' || (grammar.section !== undefined && (grammar.parameter(text, place) !== undefined || brokenAt(grammar, text, place)))
    );
  const inner = gap(text, call.end);
  if (inner === 'more' || inner === 'no') return inner === 'more';
  if (grammar.parameter(text, inner) !== undefined || grammar.callClose(text, inner) !== undefined) return true;
  return (grammar.jsonBody !== 'never' && text.charAt(inner) === '{') || brokenAt(grammar, text, inner);
}

const brokenAt = (grammar: TagGrammar, text: string, at: number): boolean =>
  grammar.brokenStarts.some((start) => start.startsWith(text.slice(at, at + start.length)));

function gap(text: string, at: number): number | 'more' | 'no' {
  const place = skipSpace(text, at);
  if (place - at > HEAD_SPACE) return 'no';
  return place >= text.length ? 'more' : place;
}

/** Reads one envelope of a tag grammar whose opener stands at `start`. */
export function parseTagged(
  grammar: TagGrammar,
  options: TaggedOptions,
  text: string,
  start: number,
  context: FormatContext,
): ParsedEnvelope | undefined {
  if (!taggedViable(grammar, text, start)) return undefined;
  const read = readCalls(grammar, text, start, context);
  if (read.status === 'cut') return { status: 'incomplete', start, end: text.length, names: read.names };
  if (read.status === 'malformed') {
    const end = brokenEnd(grammar, text, read.end, context.open);
    if (end === undefined) return { status: 'incomplete', start, end: text.length, names: read.names };
    return { status: 'malformed', start, end, code: read.code, names: read.names, detail: read.detail };
  }
  return finish(grammar, options, text, start, read, context);
}

interface OneCall {
  readonly name: string;
  readonly start: number;
  readonly body: Extract<CallBody, { status: 'parameters' | 'json' }>;
}

type Calls =
  | { readonly status: 'read'; readonly calls: readonly OneCall[]; readonly end: number }
  | { readonly status: 'cut'; readonly names: readonly string[] }
  | {
      readonly status: 'malformed';
      readonly code: 'shape' | 'bad_arguments';
      readonly end: number;
      readonly names: readonly string[];
      readonly detail: string;
    };

function readCalls(grammar: TagGrammar, text: string, start: number, context: FormatContext): Calls {
  const calls: OneCall[] = [];
  const names: string[] = [];
  const open = grammar.section?.open(text, start);
  if (open === 'cut') return { status: 'cut', names };
  let at = open === undefined ? start : open.end;
  for (;;) {
    const place = skipSpace(text, at);
    if (grammar.section !== undefined && calls.length > 0) {
      const end = sectionEnd(grammar.section.close, text, place, context);
      if (end === 'cut') return { status: 'cut', names };
      if (end !== undefined) return { status: 'read', calls, end };
    }
    if (place >= text.length) return { status: 'cut', names };
    const head = grammar.call(text, place);
    if (head === 'cut') return { status: 'cut', names };
    if (head === undefined)
      return {
        status: 'malformed',
        code: 'shape',
        end: place,
        names,
        detail: 'other text stands where a call or the end of the section is due',
      };
    names.push(head.value);
    const swallowed = grammar.section === undefined && stopped(context, [grammar.callCloser]);
    const body = readCallBody(grammar, text, head.end, { swallowed, open: context.open });
    if (body.status === 'cut') return { status: 'cut', names };
    if (body.status === 'malformed') return { ...body, names };
    calls.push({ name: head.value, start: place, body });
    if (grammar.section === undefined) return { status: 'read', calls, end: body.end };
    at = body.end;
  }
}

/** The end of the section; a stop sequence equal to its closing tag, when hit, counts as it (contract 2.3 check 4). */
function sectionEnd(closers: readonly string[], text: string, place: number, context: FormatContext): number | 'cut' | undefined {
  const closer = closers.find((one) => text.startsWith(one, place));
  if (closer !== undefined) return place + closer.length;
  if (place >= text.length) return stopped(context, closers) ? place : 'cut';
  return closers.some((one) => text.length - place < one.length && one.startsWith(text.slice(place))) ? 'cut' : undefined;
}

const stopped = (context: FormatContext, closers: readonly string[]): boolean =>
  !context.open && context.stopSequence !== undefined && closers.includes(context.stopSequence);

function finish(
  grammar: TagGrammar,
  options: TaggedOptions,
  text: string,
  start: number,
  read: Extract<Calls, { status: 'read' }>,
  context: FormatContext,
): ParsedEnvelope {
  const tools = new Map(context.tools.map((tool) => [tool.name, tool] as const));
  const longer = longerReading(grammar, options, text, read);
  const calls = read.calls.map((call) => parsed(grammar, text, call, tools));
  const end = longer?.end ?? orphanEnd(options, text, read.end);
  if (longer !== undefined) {
    const short = calls.at(-1);
    const long = parsed(grammar, text, longer.call, tools);
    if (short !== undefined)
      calls.splice(-1, 1, {
        ...long,
        otherReadings: [...long.otherReadings, { name: short.name, arguments: short.arguments ?? JSON.stringify({}) }],
      });
  }
  const lost = read.calls.some((call) => lostCloser(call, tools.get(call.name)));
  if (lost) return { status: 'incomplete', start, end, names: calls.map((call) => call.name) };
  return {
    status: 'complete',
    start,
    end,
    calls,
    degraded: options.degraded === true || (grammar.jsonBody === 'degraded' && read.calls.some((call) => call.body.status === 'json')),
  };
}

const parsed = (grammar: TagGrammar, text: string, call: OneCall, tools: ReadonlyMap<string, AdvertisedTool>): ParsedCall =>
  toParsedCall(grammar, text, call, tools.get(call.name));

/** An unclosed head of a declared parameter inside a value: the closing tag before it was lost (formats-b 1, "missing `</parameter>`"). */
function lostCloser(call: OneCall, tool: AdvertisedTool | undefined): boolean {
  if (call.body.status === 'json') return false;
  const given = new Set(call.body.parameters.map(({ head }) => head.name));
  return call.body.parameters.some(
    ({ value }) => value.nested !== undefined && !given.has(value.nested.name) && declares(tool, value.nested.name),
  );
}

/**
 * Own closing tags in the prose behind an envelope: the last value may reach there (formats-b 0.6, the hole of look-ahead). Then the longer
 * reading is shown first and the shorter beside it.
 */
function longerReading(
  grammar: TagGrammar,
  options: TaggedOptions,
  text: string,
  read: Extract<Calls, { status: 'read' }>,
): { readonly call: OneCall; readonly end: number } | undefined {
  const call = read.calls.at(-1);
  const last = call?.body.status === 'parameters' ? call.body.parameters.at(-1) : undefined;
  if (call === undefined || call.body.status === 'json' || last === undefined) return undefined;
  const tail = skipEndTokens(text, orphanEnd(options, text, read.end), text.length);
  const place = skipSpace(text, tail);
  if (place >= text.length || text.startsWith(options.opener, place)) return undefined;
  const stop = nextEnvelope(grammar, options.opener, text, tail);
  let found: { to: number; end: number } | undefined;
  const closing = closeTag(grammar, last.head);
  for (let close = text.indexOf(closing, tail); close >= 0 && (stop < 0 || close < stop); close = text.indexOf(closing, close + 1)) {
    const end = closedEnd(grammar, text, close + closing.length);
    if (end !== undefined) found = { to: close, end: orphanEnd(options, text, end) };
  }
  if (found === undefined) return undefined;
  const value = { ...last.value, to: found.to, shortTo: last.value.to };
  const parameters = [...call.body.parameters.slice(0, -1), { head: last.head, value }];
  return { call: { ...call, body: { ...call.body, parameters, end: found.end, closed: found.end } }, end: found.end };
}

/** Where the next envelope may begin; an opener that can't become one is only a word. */
function nextEnvelope(grammar: TagGrammar, opener: string, text: string, from: number): number {
  let at = text.indexOf(opener, from);
  while (at >= 0 && !taggedViable(grammar, text, at)) at = text.indexOf(opener, at + opener.length);
  return at;
}

/** The end of the whole envelope when the last value closes before `at`; undefined where the closing tags don't follow. */
function closedEnd(grammar: TagGrammar, text: string, at: number): number | undefined {
  const close = grammar.callClose(text, skipSpace(text, at));
  if (typeof close !== 'object') return undefined;
  if (grammar.section === undefined) return close.end;
  const place = skipSpace(text, close.end);
  const closer = grammar.section.close.find((one) => text.startsWith(one, place));
  return closer === undefined ? undefined : place + closer.length;
}

function orphanEnd(options: TaggedOptions, text: string, end: number): number {
  if (options.orphanCloser === undefined) return end;
  const place = skipSpace(text, end);
  return text.startsWith(options.orphanCloser, place) ? place + options.orphanCloser.length : end;
}

/**
 * A broken envelope reaches over the closing tag that stands not far behind the break, so that it is not taken for prose. Undefined: more
 * text may bring that tag.
 */
function brokenEnd(grammar: TagGrammar, text: string, at: number, open: boolean): number | undefined {
  const closed = closedEnd(grammar, text, at);
  if (closed !== undefined) return closed;
  const closer = grammar.section?.close[0] ?? grammar.callCloser;
  const near = text.slice(at, at + BROKEN_LOOK).indexOf(closer);
  if (near >= 0) return at + near + closer.length;
  return open && text.length - at < BROKEN_LOOK ? undefined : at;
}

const BROKEN_LOOK = 2048;
