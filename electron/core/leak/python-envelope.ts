import type { FormatClass } from '../../../shared/vocabulary.ts';
import { skipBlanks } from '../text/json-scanner.ts';
import { closerAt, nextCloser } from './closer.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from './leak-format.ts';
import { type PythonCalls, readPythonCall, readPythonCalls } from './python-calls.ts';

/** Python-like calls between tags (formats-a 5.2): data from which one reader makes a format. */
export interface PythonEnvelopeSpec {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  readonly origin: string;
  readonly sample: string;
  readonly openers: readonly string[];
  readonly closers: readonly string[];
  readonly closing: 'required' | 'degraded';
  /** One list or one call; or several calls, one a line. */
  readonly body: 'list' | 'lines';
}

export function createPythonEnvelope(spec: PythonEnvelopeSpec): LeakFormat {
  const openers = spec.openers.map((text) => ({ text, where: 'anywhere' as const }));
  const { id, title, origin, sample } = spec;
  const bodyOf = (text: string, start: number): number | undefined => {
    const opener = spec.openers.find((literal) => text.startsWith(literal, start));
    return opener === undefined ? undefined : start + opener.length;
  };
  return {
    id,
    title,
    class: spec.class,
    origin,
    sample,
    openers: () => openers,
    viable: (text, start) => {
      const body = bodyOf(text, start);
      return body === undefined ? spec.openers.some((opener) => opener.startsWith(text.slice(start))) : pythonBodyViable(text, body);
    },
    parse: (text, start, context) => {
      const body = bodyOf(text, start);
      return body === undefined ? undefined : parsePythonBody(spec, text, start, body, context);
    },
  };
}

const HEAD = /^\s{0,16}\[?\s{0,16}(?:[\p{L}_][\p{L}\p{N}_.-]{0,127}(?: ?\(|$)|$)/u;

/** True while the text at `at` may be a list of calls or a call. */
const pythonBodyViable = (text: string, at: number): boolean => HEAD.test(text.slice(at, at + 170));

function parsePythonBody(
  spec: PythonEnvelopeSpec,
  text: string,
  start: number,
  body: number,
  context: FormatContext,
): ParsedEnvelope | undefined {
  const calls: ParsedCall[] = [];
  let degraded = false;
  let at = body;
  do {
    const read: PythonCalls = spec.body === 'lines' ? readPythonCall(text, at) : readPythonCalls(text, at);
    const names = [...calls.map((call) => call.name), ...(read.status === 'complete' ? [] : read.names)];
    if (read.status === 'incomplete') return { status: 'incomplete', start, end: text.length, names };
    if (read.status === 'invalid') {
      if (!read.call && calls.length === 0) return undefined;
      return broken(spec, text, start, read.at, names, read.detail, context);
    }
    calls.push(...read.calls);
    if (read.degraded) degraded = true;
    at = read.end;
  } while (spec.body === 'lines' && moreLines(spec, text, at));
  return close(spec, text, start, at, calls, degraded, context);
}

const moreLines = (spec: PythonEnvelopeSpec, text: string, at: number): boolean => {
  const next = skipBlanks(text, at);
  return next < text.length && /[\p{L}_]/u.test(text[next] ?? '') && !spec.closers.some((closer) => text.startsWith(closer, next));
};

function close(
  spec: PythonEnvelopeSpec,
  text: string,
  start: number,
  at: number,
  calls: readonly ParsedCall[],
  degraded: boolean,
  context: FormatContext,
): ParsedEnvelope {
  const names = calls.map((call) => call.name);
  const closer = closerAt(text, at, spec.closers, context);
  if (typeof closer === 'object') return { status: 'complete', start, end: closer.found, calls, degraded };
  const atEnd = skipBlanks(text, at) >= text.length;
  if (spec.closing === 'degraded' && (closer === 'no' || atEnd) && !(context.endedByLength && !context.open)) {
    return closer === 'no' && /[\])]/.test(text[skipBlanks(text, at)] ?? '')
      ? broken(spec, text, start, at, names, 'the brackets do not match', context)
      : { status: 'complete', start, end: at, calls, degraded: true };
  }
  if (closer === 'more' || atEnd) return { status: 'incomplete', start, end: text.length, names };
  return broken(spec, text, start, at, names, 'other text stands before the closer', context);
}

function broken(
  spec: PythonEnvelopeSpec,
  text: string,
  start: number,
  at: number,
  names: readonly string[],
  detail: string,
  context: FormatContext,
): ParsedEnvelope {
  const closed = nextCloser(text, at, spec.closers);
  if (closed !== undefined) return { status: 'malformed', start, end: closed, code: 'bad_arguments', names, detail };
  if (context.open || spec.closing === 'required') return { status: 'incomplete', start, end: text.length, names };
  return { status: 'malformed', start, end: text.length, code: 'bad_arguments', names, detail };
}
