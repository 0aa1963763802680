import type { Span } from '../../../../shared/approval.ts';
import { skipBlanks } from '../../text/json-scanner.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { readObjectText } from '../object-text.ts';

// <|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>{"city": "Oslo"}<|tool_call_end|><|tool_calls_section_end|>

/** The vendor's paper prints singular section tokens: a section closes as it opened. */
const SECTIONS = [
  { begin: '<|tool_calls_section_begin|>', end: '<|tool_calls_section_end|>' },
  { begin: '<|tool_call_section_begin|>', end: '<|tool_call_section_end|>' },
];
const CALL = '<|tool_call_begin|>';
const ARGUMENTS = ['<|tool_call_argument_begin|>', '<|tool_arguments_begin|>'];
const END = '<|tool_call_end|>';
const LONGEST_ID = 200;
/** Words between a section's begin and its first call: only for the operator to see (formats-a 3.2). */
const WORDS_BEFORE = /[^<>{}[\]`]{1,160}(?=<\|tool_call_begin\|>)/y;
const WORDS_GROWING = /^[^<>{}[\]`]{0,160}(?:$|<(?:$|\|))/;

/** Kimi K2: every call names its tool in its id. Section tokens missing: only for the operator to see. */
export const kimiK2: LeakFormat = {
  id: 'kimi-k2',
  title: 'Kimi K2 tool call tokens',
  class: 'private',
  origin: 'Kimi K2, K2 Thinking',
  sample: `${SECTIONS[0]?.begin}${CALL}functions.get_weather:0${ARGUMENTS[0]}{"city": "Oslo"}${END}${SECTIONS[0]?.end}`,
  openers: () => [...SECTIONS.map(({ begin }) => begin), CALL].map((text) => ({ text, where: 'anywhere' as const })),
  viable: (text, start) => {
    const section = SECTIONS.find(({ begin }) => text.startsWith(begin, start));
    const at = section === undefined ? start : skipBlanks(text, start + section.begin.length);
    return (
      at >= text.length ||
      CALL.startsWith(text.slice(at, at + CALL.length)) ||
      SECTIONS.some(({ begin }) => begin.startsWith(text.slice(at, at + begin.length))) ||
      (section !== undefined && WORDS_GROWING.test(text.slice(at, at + 180)))
    );
  },
  parse: (text, start, context) => {
    const section = SECTIONS.find(({ begin }) => text.startsWith(begin, start));
    const words = section === undefined ? undefined : wordsBefore(text, start + section.begin.length);
    if (section !== undefined && words === undefined && !beginsCall(text, start + section.begin.length, section.end))
      return context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
    const read = readSection(text, start, section, context, words?.end);
    if (words === undefined || (read?.status === 'incomplete' && context.open)) return read;
    // Words that no whole call follows are prose about the token.
    return read?.status === 'complete' ? { ...read, visible: [words], stray: words } : readSection(text, start, section, context);
  },
};

/** A section begins with a call, or holds nothing. */
function beginsCall(text: string, body: number, end: string): boolean {
  const at = skipBlanks(text, body);
  const head = text.slice(at, at + CALL.length);
  return CALL.startsWith(head) || text.startsWith(end, at);
}

function wordsBefore(text: string, body: number): Span | undefined {
  const start = skipBlanks(text, body);
  WORDS_BEFORE.lastIndex = start;
  const words = WORDS_BEFORE.exec(text)?.[0];
  return words === undefined ? undefined : { start, end: start + words.length };
}

function readSection(
  text: string,
  start: number,
  section: (typeof SECTIONS)[number] | undefined,
  context: FormatContext,
  from = start + (section?.begin.length ?? 0),
): ParsedEnvelope | undefined {
  const calls: ParsedCall[] = [];
  let degraded = section === undefined;
  let at = from;
  const names = (): readonly string[] => calls.map((call) => call.name);
  const cut = (more: readonly string[] = []): ParsedEnvelope => ({
    status: 'incomplete',
    start,
    end: text.length,
    names: [...names(), ...more],
  });
  const broken = (code: 'shape' | 'bad_arguments', detail: string, more: readonly string[]): ParsedEnvelope => {
    const closer = section?.end ?? END;
    const end = text.indexOf(closer, at);
    return end < 0 ? cut(more) : { status: 'malformed', start, end: end + closer.length, code, names: [...names(), ...more], detail };
  };
  for (;;) {
    const next = skipBlanks(text, at);
    if (section !== undefined && text.startsWith(section.end, next)) {
      return calls.length === 0
        ? broken('shape', 'the section holds no call', [])
        : { status: 'complete', start, end: next + section.end.length, calls, degraded };
    }
    // A stop sequence equal to the closer, when hit, counts as it (contract 2.3 check 4).
    if (
      next >= text.length &&
      calls.length > 0 &&
      !context.open &&
      context.stopSequence !== undefined &&
      context.stopSequence === section?.end
    )
      return { status: 'complete', start, end: next, calls, degraded };
    if (!text.startsWith(CALL, next)) {
      const rest = text.slice(next, next + 40);
      const atEnd = next + rest.length >= text.length && [CALL, section?.end ?? CALL].some((token) => token.startsWith(rest));
      if (section === undefined && calls.length > 0 && (next >= text.length || !atEnd))
        return { status: 'complete', start, end: at, calls, degraded };
      if (atEnd) return cut();
      return section === undefined ? undefined : broken('shape', 'other text stands between the calls', []);
    }
    const call = readCall(text, next + CALL.length, context.tools);
    if (call.status === 'cut') return cut(call.names);
    at = call.end;
    if (call.status === 'broken') return broken(call.code, call.detail, call.names);
    calls.push(call.call);
    if (call.degraded) degraded = true;
  }
}

type CallRead =
  | { readonly status: 'call'; readonly end: number; readonly call: ParsedCall; readonly degraded: boolean }
  | { readonly status: 'cut'; readonly names: readonly string[] }
  | {
      readonly status: 'broken';
      readonly end: number;
      readonly code: 'shape' | 'bad_arguments';
      readonly detail: string;
      readonly names: readonly string[];
    };

function readCall(text: string, at: number, tools: readonly AdvertisedTool[]): CallRead {
  const head = text.slice(at, at + LONGEST_ID + 40);
  const token = ARGUMENTS.map((literal) => ({ literal, place: head.indexOf(literal) })).find(({ place }) => place >= 0);
  if (token === undefined) {
    if (text.length - at < LONGEST_ID + 40) return { status: 'cut', names: [] };
    return { status: 'broken', end: at, code: 'shape', detail: 'no arguments token follows the id', names: [] };
  }
  const written = head.slice(0, token.place).trim();
  const named = nameOf(written, tools);
  const body = at + token.place + token.literal.length;
  if (named === undefined) return { status: 'broken', end: body, code: 'shape', detail: 'the call names no tool', names: [] };
  const value = readObjectText(text, body);
  if (value.status === 'cut') return { status: 'cut', names: [named.name] };
  if (value.status === 'broken')
    return { status: 'broken', end: value.at, code: 'bad_arguments', detail: value.detail, names: [named.name] };
  const end = skipBlanks(text, value.end);
  if (!text.startsWith(END, end)) {
    const rest = text.slice(end, end + END.length);
    if (end + rest.length >= text.length && END.startsWith(rest)) return { status: 'cut', names: [named.name] };
    return { status: 'broken', end, code: 'bad_arguments', detail: 'other text stands behind the arguments', names: [named.name] };
  }
  const span = { start: at - CALL.length, end: end + END.length };
  const call: ParsedCall = {
    name: named.name,
    arguments: value.args,
    argumentsError: value.problem,
    nativeId: written,
    span,
    otherReadings: [],
  };
  return { status: 'call', end: span.end, call, degraded: named.degraded };
}

/** `functions.NAME:3` → NAME. A bare counter names no tool: it is only shown, and only where one tool is offered (never inferred from arguments). */
function nameOf(written: string, tools: readonly AdvertisedTool[]): { readonly name: string; readonly degraded: boolean } | undefined {
  if (/^\d+$/.test(written)) {
    const only = tools.length === 1 ? tools[0] : undefined;
    return only === undefined ? undefined : { name: only.name, degraded: true };
  }
  const name = written.replace(/:\d+$/, '');
  const exact = tools.some((tool) => tool.name === name);
  return { name: exact || !name.startsWith('functions.') ? name : name.slice('functions.'.length), degraded: name === written };
}
