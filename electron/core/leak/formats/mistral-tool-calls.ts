import { skipBlanks } from '../../text/json-scanner.ts';
import { closerAt } from '../closer.ts';
import { jsonBodyViable, parseJsonBody } from '../json-envelope.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from '../leak-format.ts';
import { readObjectText } from '../object-text.ts';

// [TOOL_CALLS]get_weather[CALL_ID]000000001[ARGS]{"city": "Oslo"}
// [TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Oslo"}}]

const OPENER = '[TOOL_CALLS]';
const CLOSERS = ['[/TOOL_CALLS]'];
const HEAD =
  /\s{0,8}([\p{L}\p{N}_][\p{L}\p{N}_.:/-]{0,127})\s{0,4}(?:\[CALL_ID\]\s{0,4}([A-Za-z0-9]{1,40})\s{0,4})?(?:\[ARGS\]\s{0,8})?(?=\{)/uy;
const GROWING =
  /^\s{0,8}(?:$|[\p{L}\p{N}_][\p{L}\p{N}_.:/-]{0,127}\s{0,4}(?:$|\{|\[[A-Z_]{0,8}$|\[ARGS\]|\[CALL_ID\]\s{0,4}[A-Za-z0-9]{0,40}\s{0,4}(?:$|\{|\[[A-Z]{0,5}$|\[ARGS\])))/u;

/** Ids have nine signs (formats-a 3.4); another length is no listed spelling. */
const ID_LENGTH = 9;

/** A word or two between the token and the list: only for the operator to see. */
const JUNK = /[^[\]{}\n]{1,24}(?=\[\s{0,8}\{)/y;
const JUNK_GROWING = /^[^[\]{}\n]{1,24}(?:$|\[\s{0,8}(?:$|\{))/;

/** Mistral: one token, then a JSON list, or a name with or without its id and argument tokens. Nothing closes it but its bracket. */
export const mistralToolCalls: LeakFormat = {
  id: 'mistral-tool-calls',
  title: 'Mistral TOOL_CALLS',
  class: 'private',
  origin: '7B v0.3, Nemo, Small 3.2, Devstral, Ministral 3',
  sample: '[TOOL_CALLS]get_weather[ARGS]{"city": "Oslo"}',
  openers: () => [{ text: OPENER, where: 'anywhere' }],
  viable: (text, start) => {
    if (!text.startsWith(OPENER, start)) return OPENER.startsWith(text.slice(start));
    const body = start + OPENER.length;
    return jsonBodyViable(text, body, '{[') || GROWING.test(text.slice(body, body + 180)) || JUNK_GROWING.test(text.slice(body, body + 60));
  },
  parse: (text, start, context) => {
    const body = start + OPENER.length;
    const first = text[skipBlanks(text, body)];
    if (first === '[' || first === '{') return parseJsonBody(LIST, text, start, body, context);
    return readNamed(text, start, body, context) ?? readBehindJunk(text, start, body, context);
  },
};

const LIST = { ...mistralToolCalls, closers: CLOSERS, closing: 'optional', object: 'degraded', array: 'listed' } as const;

function readNamed(text: string, start: number, body: number, context: FormatContext): ParsedEnvelope | undefined {
  HEAD.lastIndex = body;
  const head = HEAD.exec(text);
  if (head === null)
    return GROWING.test(text.slice(body, body + 180)) ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
  const name = head[1] ?? '';
  const value = readObjectText(text, body + head[0].length);
  if (value.status === 'cut') return { status: 'incomplete', start, end: text.length, names: [name] };
  if (value.status === 'broken') {
    if (context.open) return { status: 'incomplete', start, end: text.length, names: [name] };
    return { status: 'malformed', start, end: text.length, code: 'bad_arguments', names: [name], detail: value.detail };
  }
  const closer = closerAt(text, value.end, CLOSERS, context);
  if (context.endedByLength && !context.open && typeof closer !== 'object')
    return { status: 'incomplete', start, end: text.length, names: [name] };
  const end = typeof closer === 'object' ? closer.found : value.end;
  const call = { name, arguments: value.args, argumentsError: value.problem, nativeId: head[2], span: { start, end }, otherReadings: [] };
  return { status: 'complete', start, end, calls: [call], degraded: head[2] !== undefined && head[2].length !== ID_LENGTH };
}

function readBehindJunk(text: string, start: number, body: number, context: FormatContext): ParsedEnvelope | undefined {
  JUNK.lastIndex = body;
  const junk = JUNK.exec(text)?.[0];
  if (junk === undefined)
    return context.open && JUNK_GROWING.test(text.slice(body, body + 60))
      ? { status: 'incomplete', start, end: text.length, names: [] }
      : undefined;
  const read = parseJsonBody(LIST, text, start, body + junk.length, context);
  return read?.status === 'complete'
    ? { ...read, visible: [{ start: body, end: body + junk.length }], stray: { start: body, end: body + junk.length } }
    : read;
}
