import { isJsonObject, own } from '../../../shared/json.ts';
import { scanJson } from '../text/json-scanner.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { argumentText, type ReadArgument } from './argument-text.ts';
import type { ParsedCall } from './leak-format.ts';
import { closeTag, framedText, readValue, type ValueRead } from './parameter-value.ts';
import type { ParameterHead, TagGrammar } from './tag-grammar.ts';
import { skipSpace } from './tag-reader.ts';
import { admittedTypes, typedText } from './typed-text.ts';

/** One parameter as it stands in the text. */
interface ReadParameter {
  readonly head: ParameterHead;
  readonly value: ValueRead;
}

/** The inside of one call, from behind its head to behind its closing tag. */
export type CallBody =
  | { readonly status: 'parameters'; readonly parameters: readonly ReadParameter[]; readonly end: number; readonly closed: number }
  | { readonly status: 'json'; readonly from: number; readonly to: number; readonly end: number }
  | { readonly status: 'cut' }
  | { readonly status: 'malformed'; readonly code: 'shape' | 'bad_arguments'; readonly end: number; readonly detail: string };

/**
 * Reads parameters up to the call's closing tag. `closed`: where the closing tag begins. Nothing but white space may stand between.
 * `swallowed`: the closing tag was a stop sequence; `open`: more text may come.
 */
export function readCallBody(
  grammar: TagGrammar,
  text: string,
  from: number,
  ending: { readonly swallowed: boolean; readonly open: boolean },
): CallBody {
  const parameters: ReadParameter[] = [];
  let even = true;
  let at = from;
  for (;;) {
    const place = skipSpace(text, at);
    if (place >= text.length) return ending.swallowed ? { status: 'parameters', parameters, end: place, closed: place } : { status: 'cut' };
    const close = grammar.callClose(text, place);
    if (typeof close === 'object') return { status: 'parameters', parameters, end: close.end, closed: place };
    const head = grammar.parameter(text, place);
    if (typeof head !== 'object') {
      if (close === 'cut' || head === 'cut') return { status: 'cut' };
      if (parameters.length === 0 && grammar.jsonBody !== 'never' && text.charAt(place) === '{') return readJsonBody(grammar, text, place);
      return {
        status: 'malformed',
        code: 'shape',
        end: place,
        detail: 'other text stands where a parameter or the end of the call is due',
      };
    }
    const value = readValue(grammar, head.value, text, head.end, { even, ...ending });
    if (value.status === 'cut') return { status: 'cut' };
    if (value.status === 'loose')
      return {
        status: 'malformed',
        code: 'shape',
        end: value.end,
        detail: `what follows ${closeTag(grammar, head.value)} is no part of a call`,
      };
    parameters.push({ head: head.value, value: value.value });
    even &&= value.value.even;
    at = value.value.to + closeTag(grammar, head.value).length;
  }
}

function readJsonBody(grammar: TagGrammar, text: string, from: number): CallBody {
  const json = scanJson(text, from);
  if (json.status === 'incomplete') return { status: 'cut' };
  if (json.status === 'invalid') return { status: 'malformed', code: 'bad_arguments', end: json.at, detail: `not JSON: ${json.detail}` };
  const close = grammar.callClose(text, skipSpace(text, json.end));
  if (typeof close === 'object') return { status: 'json', from: json.start, to: json.end, end: close.end };
  if (close === 'cut' || skipSpace(text, json.end) >= text.length) return { status: 'cut' };
  return { status: 'malformed', code: 'shape', end: json.end, detail: 'other text stands between the arguments and the end of the call' };
}

/** The call that a body says, with every further reading of the same bytes (contract 2.3 check 6). */
export function toParsedCall(
  grammar: TagGrammar,
  text: string,
  call: { readonly name: string; readonly start: number; readonly body: Extract<CallBody, { status: 'parameters' | 'json' }> },
  tool: AdvertisedTool | undefined,
): ParsedCall {
  const { name, start, body } = call;
  const span = { start, end: body.end };
  if (body.status === 'json')
    return { name, arguments: text.slice(body.from, body.to), argumentsError: undefined, nativeId: undefined, span, otherReadings: [] };
  const read = body.parameters.map(({ head, value }) => readArgument(grammar, text, head, value.from, value.to, tool));
  const built = argumentText(read);
  return {
    name,
    arguments: 'text' in built ? built.text : undefined,
    argumentsError: 'error' in built ? built.error : undefined,
    nativeId: undefined,
    span,
    otherReadings: [...asContainers(read), ...otherReadings(grammar, text, body.parameters, tool)].map((other) => ({
      name,
      arguments: other,
    })),
  };
}

/** The reading in which text under a union of string and array or object is that array or object. */
function asContainers(read: readonly PlainArgument[]): readonly string[] {
  if (!read.some(({ value }) => 'json' in value && value.other !== undefined)) return [];
  return [
    plainObject(
      read.map((argument) =>
        'json' in argument.value ? { ...argument, value: { json: argument.value.other ?? argument.value.json } } : argument,
      ),
    ),
  ];
}

/** Each value cut at its first closing tag, and each nested head taken for a parameter of its own: what a plainer parser would read. */
function otherReadings(
  grammar: TagGrammar,
  text: string,
  parameters: readonly ReadParameter[],
  tool: AdvertisedTool | undefined,
): readonly string[] {
  const joined = joinUndeclared(grammar, text, parameters, tool);
  const doubtful = parameters.some(({ value }) => value.shortTo !== undefined || value.nested !== undefined);
  if (!doubtful) return joined;
  const short = parameters.flatMap(({ head, value }) => {
    const { nested } = value;
    const end = value.shortTo ?? value.to;
    if (nested === undefined || nested.at >= end) return [readArgument(grammar, text, head, value.from, end, tool)];
    return [
      readArgument(grammar, text, head, value.from, nested.at, tool),
      readArgument(grammar, text, { name: nested.name, mark: head.mark }, nested.from, Math.max(end, nested.from), tool),
    ];
  });
  return [...joined, plainObject(short)];
}

/**
 * A head that the schema does not declare, behind another parameter, may be the text of that one with a closing tag in it: the reading in
 * which the value goes on is shown too (formats-b 0.6: only declared names make a reading sure).
 */
function joinUndeclared(
  grammar: TagGrammar,
  text: string,
  parameters: readonly ReadParameter[],
  tool: AdvertisedTool | undefined,
): readonly string[] {
  const kept: ReadParameter[] = [];
  for (const parameter of parameters) {
    const before = kept.at(-1);
    if (before === undefined || tool?.schema === undefined || declares(tool, parameter.head.name)) kept.push(parameter);
    else kept.splice(-1, 1, { head: before.head, value: { ...before.value, to: parameter.value.to } });
  }
  if (kept.length === parameters.length) return [];
  return [plainObject(kept.map(({ head, value }) => readArgument(grammar, text, head, value.from, value.to, tool)))];
}

/** True when the tool's schema names this parameter. */
export function declares(tool: AdvertisedTool | undefined, parameter: string): boolean {
  const properties = tool?.schema === undefined ? undefined : own(tool.schema, 'properties');
  return isJsonObject(properties) && Object.hasOwn(properties, parameter);
}

/** A reading that only shows what a plainer parser would make of it: what can't be decoded stays text, the first of two equal names counts. */
function plainObject(parameters: readonly PlainArgument[]): string {
  const names = new Set<string>();
  const first = parameters.filter(({ name }) => !names.has(name) && names.add(name));
  return `{${first.map(({ name, value, text }) => `${JSON.stringify(name)}:${'json' in value ? value.json : JSON.stringify(text)}`).join(',')}}`;
}

type PlainArgument = ReadArgument & { readonly text: string };

function readArgument(
  grammar: TagGrammar,
  text: string,
  head: ParameterHead,
  from: number,
  to: number,
  tool: AdvertisedTool | undefined,
): PlainArgument {
  const value = framedText(grammar, text, from, to);
  const types = head.mark === 'string' ? ('any' as const) : admittedTypes(tool, head.name);
  return { name: head.name, text: value, value: head.mark === 'json' ? markedJson(value) : typedText(value, types) };
}

/** `string="false"` promises JSON; anything else can't be decoded (contract 2.4, formats-b 3). */
function markedJson(value: string): { readonly json: string } | { readonly error: string } {
  const json = scanJson(value);
  if (json.status !== 'complete' || skipSpace(value, json.end) < value.length) return { error: 'is marked as JSON and is none' };
  return { json: value.slice(json.start, json.end) };
}
