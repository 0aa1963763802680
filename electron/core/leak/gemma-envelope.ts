import type { FormatClass } from '../../../shared/vocabulary.ts';
import { skipBlanks } from '../text/json-scanner.ts';
import { closerAt, nextCloser } from './closer.ts';
import { readGemmaObject } from './gemma-value.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from './leak-format.ts';

/** `call:NAME{…}` bodies between two tokens (formats-a 3.17): data for one reader. */
export interface GemmaSpec {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  readonly origin: string;
  readonly sample: string;
  readonly opener: string;
  readonly closer: string;
  readonly mark: string;
}

const CALL = /\s{0,8}call:\s{0,4}([^\s{}:<>"']{1,128})\s{0,4}(?=\{)/y;
const GROWING = /^\s{0,8}(?:$|c(?:a(?:l(?:l(?::\s{0,4}[^\s{}:<>"']{0,128}\s{0,4})?)?)?)?$)/;

export function createGemmaEnvelope(spec: GemmaSpec): LeakFormat {
  const { id, title, origin, sample } = spec;
  return {
    id,
    title,
    class: spec.class,
    origin,
    sample,
    openers: () => [{ text: spec.opener, where: 'anywhere' }],
    viable: (text, start) => {
      if (!text.startsWith(spec.opener, start)) return spec.opener.startsWith(text.slice(start));
      const body = start + spec.opener.length;
      CALL.lastIndex = body;
      return CALL.test(text) || GROWING.test(text.slice(body, body + 160));
    },
    parse: (text, start, context) => parse(spec, text, start, context),
  };
}

function parse(spec: GemmaSpec, text: string, start: number, context: FormatContext): ParsedEnvelope | undefined {
  const calls: ParsedCall[] = [];
  let at = start + spec.opener.length;
  const cut = (more: readonly string[] = []): ParsedEnvelope => ({
    status: 'incomplete',
    start,
    end: text.length,
    names: [...calls.map((call) => call.name), ...more],
  });
  for (;;) {
    CALL.lastIndex = at;
    const head = CALL.exec(text);
    if (head === null) break;
    const name = head[1] ?? '';
    const from = skipBlanks(text, at);
    const value = readGemmaObject(text, at + head[0].length, spec.mark);
    if (value.status === 'cut') return cut([name]);
    if (value.status === 'broken') {
      const closed = nextCloser(text, value.at, [spec.closer]);
      if (closed === undefined) return cut([name]);
      return {
        status: 'malformed',
        start,
        end: closed,
        code: 'bad_arguments',
        names: [...calls.map((call) => call.name), name],
        detail: value.detail,
      };
    }
    at = value.end;
    calls.push({
      name,
      arguments: value.json,
      argumentsError: undefined,
      nativeId: undefined,
      span: { start: from, end: at },
      otherReadings: [],
    });
  }
  if (calls.length === 0) return GROWING.test(text.slice(at, at + 160)) ? cut() : undefined;
  const closer = closerAt(text, at, [spec.closer], context);
  if (typeof closer === 'object')
    return { status: 'complete', start, end: repeated(text, closer.found, spec.closer), calls, degraded: false };
  if (closer === 'more' || GROWING.test(text.slice(at, at + 160))) return cut();
  const closed = nextCloser(text, at, [spec.closer]);
  if (closed === undefined) return cut();
  return {
    status: 'malformed',
    start,
    end: closed,
    code: 'bad_arguments',
    names: calls.map((call) => call.name),
    detail: 'other text stands before the closer',
  };
}

/** An extra closer may trail. */
const repeated = (text: string, at: number, closer: string): number => (text.startsWith(closer, at) ? at + closer.length : at);
