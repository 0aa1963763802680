import type { ParameterHead, TagGrammar } from './tag-grammar.ts';
import { skipSpace } from './tag-reader.ts';

/** Where a parameter's value ends. `from` is its first unit; a closing tag stands at `to`. */
export interface ValueRead {
  readonly from: number;
  readonly to: number;
  /** The first closing tag, where it is not the one at `to`: the shortened reading, never dispatched by itself. */
  readonly shortTo: number | undefined;
  /** A parameter head inside the value that has no closing tag of its own: perhaps a closing tag was lost before it. */
  readonly nested: { readonly at: number; readonly name: string; readonly from: number } | undefined;
  /** The nesting came out even: the next value may be read the same way. */
  readonly even: boolean;
}

export type ValueEnd =
  | { readonly status: 'read'; readonly value: ValueRead }
  | { readonly status: 'cut' }
  /** There are closing tags, but what follows them fits none of the listed shapes. `end`: behind the last of them. */
  | { readonly status: 'loose'; readonly end: number };

/** How far behind a possible end a better one is looked for. What lies further away makes the value ambiguous, never shorter by itself. */
const NESTED_LOOK = 16_384;

/**
 * Finds the closing tag of the value that begins at `from` (formats-b 0.6): the first one that is followed by the next structural part and
 * lies outside of complete nested parameters. Where nesting never comes out even, the first structural one counts and the
 * nested head is reported. `even` false leaves the nesting out of account: one uneven value is enough for a verdict. While the text is `open`, a
 * better end may still come; `swallowed`: the end of the text is the end of the call.
 */
export function readValue(
  grammar: TagGrammar,
  head: ParameterHead,
  text: string,
  from: number,
  how: { readonly even: boolean; readonly open: boolean; readonly swallowed: boolean },
): ValueEnd {
  const parameterStart = head.tags?.open ?? grammar.parameterStart;
  const parameterClose = closeTag(grammar, head);
  const nested: { at: number; name: string; from: number }[] = [];
  let depth = 0;
  let first: number | undefined;
  let structural: number | undefined;
  let cut = false;
  let last = from;
  let opener = text.indexOf(parameterStart, from);
  for (let close = text.indexOf(parameterClose, from); close >= 0; close = text.indexOf(parameterClose, last)) {
    if (structural !== undefined && close - structural > NESTED_LOOK) break;
    for (; opener >= 0 && opener < close; opener = text.indexOf(parameterStart, opener + parameterStart.length)) {
      const inner = grammar.parameter(text, opener);
      if (typeof inner !== 'object') continue;
      depth += 1;
      nested.push({ at: opener, name: inner.value.name, from: inner.end });
    }
    last = close + parameterClose.length;
    first ??= close;
    const next = how.swallowed && skipSpace(text, last) >= text.length ? 'yes' : structureAt(grammar, text, last);
    if (next === 'yes') {
      structural ??= close;
      if (depth === 0) return read(from, close, first, undefined);
      if (!how.even) break;
    }
    cut = next === 'cut';
    if (depth > 0) depth -= 1;
  }
  if (first === undefined) return { status: 'cut' };
  const mayCome = how.open && text.length - last <= NESTED_LOOK;
  if (mayCome && how.even) return { status: 'cut' };
  if (structural === undefined) return cut ? { status: 'cut' } : { status: 'loose', end: last };
  return read(from, structural, first, nested[0]);
}

/** The closing tag of a parameter. */
export const closeTag = (grammar: TagGrammar, head: ParameterHead): string => head.tags?.close ?? grammar.parameterClose;

const read = (from: number, to: number, first: number, nested: ValueRead['nested']): ValueEnd => ({
  status: 'read',
  value: { from, to, shortTo: first === to ? undefined : first, nested, even: nested === undefined },
});

/** Whether, after white space, the next parameter or the end of the call (and of its section, or the next call) stands at `at`. */
function structureAt(grammar: TagGrammar, text: string, at: number): 'yes' | 'cut' | 'no' {
  const place = skipSpace(text, at);
  if (place >= text.length) return 'cut';
  const parameter = grammar.parameter(text, place);
  if (typeof parameter === 'object') return 'yes';
  const close = grammar.callClose(text, place);
  if (typeof close !== 'object') return close === 'cut' || parameter === 'cut' ? 'cut' : 'no';
  return grammar.section === undefined ? 'yes' : sectionAt(grammar, grammar.section.close, text, close.end);
}

function sectionAt(grammar: TagGrammar, closers: readonly string[], text: string, at: number): 'yes' | 'cut' | 'no' {
  const place = skipSpace(text, at);
  if (place >= text.length || closers.some((closer) => text.startsWith(closer, place))) return 'yes';
  const call = grammar.call(text, place);
  if (typeof call === 'object') return 'yes';
  return call === 'cut' || closers.some((closer) => text.length - place < closer.length && closer.startsWith(text.slice(place)))
    ? 'cut'
    : 'no';
}

/** The value's text by the format's newline rule: a pair of framing newlines is no part of it, a single one is. */
export function framedText(grammar: TagGrammar, text: string, from: number, to: number): string {
  const value = text.slice(from, to);
  if (grammar.cdata === true && value.startsWith('<![CDATA[') && value.indexOf(']]>') === value.length - 3) return value.slice(9, -3);
  if (grammar.newline === 'verbatim') return value;
  if (value.startsWith('\r\n') && value.endsWith('\r\n') && value.length >= 4) return value.slice(2, -2);
  return value.startsWith('\n') && value.endsWith('\n') && value.length >= 2 ? value.slice(1, -1) : value;
}
