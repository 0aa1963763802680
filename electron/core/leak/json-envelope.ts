import type { FormatClass } from '../../../shared/vocabulary.ts';
import { skipBlanks } from '../text/json-scanner.ts';
import { type JsonSpan, parseWithSpans } from '../text/json-spans.ts';
import { closerAt, nextCloser } from './closer.ts';
import { type CallKeys, type CallObject, namesSeen, readCallObject, STANDARD_KEYS } from './json-call.ts';
import type { FormatContext, LeakFormat, Opener, ParsedCall, ParsedEnvelope } from './leak-format.ts';

/** How a body of JSON stands between tags: data from which one engine makes a format (formats-a 1 and 2). */
export interface JsonEnvelopeSpec {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  readonly origin: string;
  readonly sample: string;
  readonly openers: readonly string[];
  /** Where the openers count; default anywhere. */
  readonly where?: Opener['where'] | undefined;
  /** How many characters at the end of an opener already belong to the body (`functools[`). Default 0. */
  readonly bodyInOpener?: number | undefined;
  /** None: balanced JSON closes it by design. `optional`: an end token that a server may swallow; `degraded`: its absence is only likely so. */
  readonly closers: readonly string[];
  readonly closing: 'required' | 'optional' | 'degraded';
  /** Which bodies are documented; `degraded` ones are accepted for the operator to see. */
  readonly object: 'listed' | 'degraded' | 'never';
  readonly array: 'listed' | 'degraded' | 'never';
  /** Signs that may stand between several values of one envelope besides blanks; undefined: one value only. */
  readonly separators?: readonly string[] | undefined;
  readonly keys?: CallKeys | undefined;
  /** Reads one object or array entry; default `readCallObject`. */
  readonly entry?: ((text: string, span: JsonSpan) => CallObject) | undefined;
}

/** Makes a format whose envelope is an opener, JSON call objects, and a closer. */
export function createJsonEnvelope(spec: JsonEnvelopeSpec): LeakFormat {
  const openers = spec.openers.map((text) => ({ text, where: spec.where ?? ('anywhere' as const) }));
  const { id, title, origin, sample } = spec;
  return {
    id,
    title,
    class: spec.class,
    origin,
    sample,
    openers: () => openers,
    viable: (text, start) => viable(spec, text, start),
    parse: (text, start, context) => {
      const body = bodyStart(spec, text, start);
      return body === undefined ? undefined : parseJsonBody(spec, text, start, body, context);
    },
  };
}

const bodyStart = (spec: JsonEnvelopeSpec, text: string, start: number): number | undefined => {
  const opener = spec.openers.find((literal) => text.startsWith(literal, start));
  return opener === undefined ? undefined : start + opener.length - (spec.bodyInOpener ?? 0);
};

function viable(spec: JsonEnvelopeSpec, text: string, start: number): boolean {
  const body = bodyStart(spec, text, start);
  if (body === undefined) return spec.openers.some((opener) => opener.startsWith(text.slice(start, start + opener.length)));
  return jsonBodyViable(text, body, spec.array === 'never' ? '{' : spec.object === 'never' ? '[' : '{[');
}

/** True while the text at `at` may be the beginning of a JSON body: a listed bracket, then something that may stand in it. */
export function jsonBodyViable(text: string, at: number, brackets: string): boolean {
  const from = skipBlanks(text, at);
  if (from - at > MOST_BLANKS) return false;
  if (from >= text.length) return true;
  if (!brackets.includes(text[from] ?? '')) return false;
  let inner = skipBlanks(text, from + 1);
  if (text[from] === '[') {
    if (inner >= text.length) return true;
    if (text[inner] === ']') return true;
    if (text[inner] !== '{') return false;
    inner = skipBlanks(text, inner + 1);
  }
  // `{{` and `{'` are broken calls, not prose: they stay in, and are refused later.
  return inner >= text.length || '"\'}{'.includes(text[inner] ?? '');
}

const MOST_BLANKS = 64;

/** Reads the values behind an opener and its closer. `start` is the opener's place, `body` the first place behind it. */
export function parseJsonBody(
  spec: Omit<JsonEnvelopeSpec, 'openers'>,
  text: string,
  start: number,
  body: number,
  context: FormatContext,
): ParsedEnvelope | undefined {
  const first = skipBlanks(text, body);
  if (first < text.length && !'{['.includes(text[first] ?? '')) return undefined;
  const broken = (at: number, code: 'shape' | 'bad_arguments', detail: string): ParsedEnvelope =>
    brokenBody(spec, text, start, at, code, detail, context);
  const cut = (): ParsedEnvelope => ({
    status: 'incomplete',
    start,
    end: text.length,
    names: namesSeen(text, body, text.length, spec.keys),
  });
  const calls: ParsedCall[] = [];
  let degraded = false;
  let at = first;
  for (;;) {
    if (at >= text.length) return cut();
    const parsed = parseWithSpans(text, at);
    if (!parsed.ok)
      return parsed.error.code === 'incomplete' ? cut() : broken(parsed.error.at, 'bad_arguments', `not JSON: ${parsed.error.detail}`);
    const { root } = parsed.value;
    const form = root.kind === 'array' ? spec.array : spec.object;
    if (form === 'never') return broken(root.end, 'shape', 'not the listed body');
    if (form === 'degraded') degraded = true;
    for (const entry of root.kind === 'array' ? root.items : [root]) {
      const call = (spec.entry ?? ((all, span) => readCallObject(all, span, spec.keys)))(text, entry);
      if (call.status === 'shape') return broken(root.end, 'shape', call.detail);
      if (call.degraded) degraded = true;
      calls.push(toCall(call, entry));
    }
    const next = nextValue(spec, text, root.end);
    if (next === undefined) {
      at = root.end;
      break;
    }
    at = next;
    if (at >= text.length && text.trimEnd().length > root.end) return cut();
    if (at >= text.length) {
      at = root.end;
      break;
    }
  }
  if (calls.length === 0) return broken(at, 'shape', 'no call in the envelope');
  return close(spec, text, start, at, calls, degraded, context);
}

/** Where another value begins behind `at`, or undefined. The end of the text counts as a place where one may begin. */
function nextValue(spec: Omit<JsonEnvelopeSpec, 'openers'>, text: string, at: number): number | undefined {
  if (spec.separators === undefined) return undefined;
  let place = skipBlanks(text, at);
  const separator = spec.separators.find((sign) => sign !== '' && text.startsWith(sign, place));
  if (separator !== undefined) place = skipBlanks(text, place + separator.length);
  else if (!spec.separators.includes('')) return undefined;
  return place >= text.length ? (separator === undefined ? undefined : place) : text[place] === '{' ? place : undefined;
}

function close(
  spec: Omit<JsonEnvelopeSpec, 'openers'>,
  text: string,
  start: number,
  at: number,
  calls: readonly ParsedCall[],
  degraded: boolean,
  context: FormatContext,
): ParsedEnvelope {
  const names = calls.map((call) => call.name);
  if (spec.closers.length === 0) return byBalance(start, at, calls, degraded, context);
  const closer = closerAt(text, at, spec.closers, context);
  if (typeof closer === 'object') return { status: 'complete', start, end: closer.found, calls, degraded };
  if (spec.closing !== 'required') {
    if (closer === 'more' && skipBlanks(text, at) < text.length) return { status: 'incomplete', start, end: text.length, names };
    return byBalance(start, at, calls, degraded || spec.closing === 'degraded', context);
  }
  if (closer === 'more') return { status: 'incomplete', start, end: text.length, names };
  return brokenBody(spec, text, start, at, 'bad_arguments', 'other text stands before the closer', context, names);
}

/** Balanced JSON is the closure; never under `length`, where a further call may be lost (contract 2.3 check 4). */
function byBalance(start: number, end: number, calls: readonly ParsedCall[], degraded: boolean, context: FormatContext): ParsedEnvelope {
  if (context.endedByLength && !context.open) return { status: 'incomplete', start, end, names: calls.map((call) => call.name) };
  return { status: 'complete', start, end, calls, degraded };
}

/** A body that can't be read: malformed up to its closer; where a required closer never came, the text simply ended. */
function brokenBody(
  spec: Omit<JsonEnvelopeSpec, 'openers'>,
  text: string,
  start: number,
  at: number,
  code: 'shape' | 'bad_arguments',
  detail: string,
  context: FormatContext,
  names: readonly string[] = namesSeen(text, start, text.length, spec.keys ?? STANDARD_KEYS),
): ParsedEnvelope {
  const closed = nextCloser(text, at, spec.closers);
  if (closed !== undefined) return { status: 'malformed', start, end: closed, code, names, detail };
  if (spec.closers.length > 0 && spec.closing === 'required' && code === 'bad_arguments')
    return { status: 'incomplete', start, end: text.length, names };
  if (context.open) return { status: 'incomplete', start, end: text.length, names };
  return { status: 'malformed', start, end: text.length, code, names, detail };
}

const toCall = (call: Extract<CallObject, { status: 'call' }>, span: { readonly start: number; readonly end: number }): ParsedCall => ({
  name: call.name,
  arguments: call.arguments,
  argumentsError: call.argumentsError,
  nativeId: call.nativeId,
  span: { start: span.start, end: span.end },
  otherReadings: [],
});
