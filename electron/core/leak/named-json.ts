import type { FormatClass } from '../../../shared/vocabulary.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { closerAt, nextCloser } from './closer.ts';
import type { FormatContext, LeakFormat, Opener, ParsedEnvelope } from './leak-format.ts';
import { readObjectText } from './object-text.ts';

/** A written name, then its arguments as one JSON object: data from which one reader makes a format. */
export interface NamedJsonSpec {
  readonly id: string;
  readonly title: string;
  readonly class: FormatClass;
  readonly origin: string;
  readonly sample: string;
  readonly openers: (tools: readonly AdvertisedTool[]) => readonly Opener[];
  /** What stands in front of the name; matched at the envelope's start. Sticky, bounded. */
  readonly lead: RegExp;
  /** The name. Sticky, bounded. */
  readonly name: RegExp;
  /** What stands between name and object. Sticky, bounded. */
  readonly between: RegExp;
  /** Words that `between` may hold: one may be half there. */
  readonly betweenWords?: readonly string[] | undefined;
  readonly closers: readonly string[];
  readonly closing: 'required' | 'optional' | 'degraded';
  readonly degraded: boolean;
  /** The tool's name and the id in what was written; undefined: no call. */
  readonly readName?:
    | ((written: string, tools: readonly AdvertisedTool[]) => { readonly name: string; readonly nativeId: string | undefined } | undefined)
    | undefined;
  readonly alone?: LeakFormat['alone'];
}

/** The head of an envelope is at most this long. */
const LONGEST_HEAD = 320;

export function createNamedJson(spec: NamedJsonSpec): LeakFormat {
  const { id, title, origin, sample, openers } = spec;
  return {
    id,
    title,
    class: spec.class,
    origin,
    sample,
    alone: spec.alone,
    openers,
    viable: (text, start) => {
      const head = readHead(spec, text, start);
      if (head === undefined) return text.length - start < LONGEST_HEAD && couldGrow(spec, text, start);
      const rest = text.slice(head.body, head.body + LONGEST_BETWEEN);
      return rest === '' || rest.startsWith('{') || (spec.betweenWords ?? []).some((word) => word.startsWith(rest));
    },
    parse: (text, start, context) => parse(spec, text, start, context),
  };
}

interface Head {
  readonly written: string;
  readonly body: number;
}

function readHead(spec: NamedJsonSpec, text: string, start: number): Head | undefined {
  const lead = matchAt(spec.lead, text, start);
  if (lead === undefined) return undefined;
  const name = matchAt(spec.name, text, lead);
  if (name === undefined) return undefined;
  const body = matchAt(spec.between, text, name);
  return body === undefined ? undefined : { written: text.slice(lead, name), body };
}

function matchAt(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found === null ? undefined : at + found[0].length;
}

/** The text ends inside lead, name or what follows the name: no part may hold what can't stand there. */
function couldGrow(spec: NamedJsonSpec, text: string, start: number): boolean {
  const lead = matchAt(spec.lead, text, start);
  // The opener stands whole, so a lead that does not match yet is only short of its last signs.
  if (lead === undefined) return text.length - start < LONGEST_LEAD;
  const name = matchAt(spec.name, text, lead);
  if (name !== undefined) return text.length - name < LONGEST_BETWEEN;
  return NAME_SO_FAR.test(text.slice(lead, lead + LONGEST_HEAD));
}

const LONGEST_LEAD = 48;
const LONGEST_BETWEEN = 24;
const NAME_SO_FAR = /^[^\s<>{}"'=()[\]]{0,200}$/;

function parse(spec: NamedJsonSpec, text: string, start: number, context: FormatContext): ParsedEnvelope | undefined {
  const head = readHead(spec, text, start);
  if (head === undefined) return undefined;
  const read =
    spec.readName === undefined ? { name: head.written.trim(), nativeId: undefined } : spec.readName(head.written, context.tools);
  if (read === undefined) return undefined;
  if (head.body < text.length && text[head.body] !== '{') return undefined;
  const names = [read.name];
  const value = readObjectText(text, head.body);
  if (value.status === 'cut') return { status: 'incomplete', start, end: text.length, names };
  if (value.status === 'broken') {
    const closed = nextCloser(text, value.at, spec.closers);
    if (closed === undefined && (context.open || spec.closing === 'required'))
      return { status: 'incomplete', start, end: text.length, names };
    return { status: 'malformed', start, end: closed ?? text.length, code: 'bad_arguments', names, detail: value.detail };
  }
  const done = (end: number, degraded: boolean): ParsedEnvelope => ({
    status: 'complete',
    start,
    end,
    degraded: degraded || spec.degraded,
    calls: [{ ...read, arguments: value.args, argumentsError: value.problem, span: { start, end }, otherReadings: [] }],
  });
  const closer = closerAt(text, value.end, spec.closers, context);
  if (typeof closer === 'object') return done(closer.found, false);
  if (closer === 'more' && spec.closers.length > 0 && (spec.closing === 'required' || text.trimEnd().length > value.end))
    return { status: 'incomplete', start, end: text.length, names };
  if (spec.closing === 'required' && spec.closers.length > 0) {
    const closed = nextCloser(text, value.end, spec.closers);
    if (closed === undefined) return { status: 'incomplete', start, end: text.length, names };
    return { status: 'malformed', start, end: closed, code: 'bad_arguments', names, detail: 'other text stands before the closer' };
  }
  if (context.endedByLength && !context.open) return { status: 'incomplete', start, end: text.length, names };
  return done(value.end, spec.closing === 'degraded');
}

/** An opener for each advertised name. */
export const perTool = (
  tools: readonly AdvertisedTool[],
  where: Opener['where'],
  ...forms: readonly ((name: string) => string)[]
): readonly Opener[] => tools.flatMap(({ name }) => forms.map((form) => ({ text: form(name), where })));
