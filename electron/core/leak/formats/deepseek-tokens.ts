import { skipBlanks } from '../../text/json-scanner.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { readObjectText } from '../object-text.ts';

// <｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>

/** Bars U+FF5C and U+2581 between words. The other spellings come from distilled models and proxies: listed, degraded. */
const STYLES = [
  { bar: '｜', gap: '▁' },
  // Folded bars with the model's own word gap: still nothing that a person types.
  { bar: '|', gap: '▁' },
  { bar: '｜', gap: '_' },
  { bar: '｜', gap: ' ' },
  { bar: '｜', gap: '\\_' },
  { bar: '|', gap: '_' },
];
const spell = (words: readonly string[]): readonly string[] => STYLES.map(({ bar, gap }) => `<${bar}${words.join(gap)}${bar}>`);
const SECTION = [...spell(['tool', 'calls', 'begin']), '<｜tool▁calls｜>'];
const SECTION_END = spell(['tool', 'calls', 'end']);
const CALL = spell(['tool', 'call', 'begin']);
const CALL_END = spell(['tool', 'call', 'end']);
const SEPARATOR = spell(['tool', 'sep']);
const FENCED = /[ \t]{0,4}([^\s{`]{1,200})[ \t]{0,4}\r?\n\s{0,8}```(?:json)?[ \t]{0,4}\r?\n/y;
const GLUED_GROWING = /^function<[^<>\s]{1,128}(?:$|>\s{0,8}(?:`{0,2}$|```))/;
/** Separator lost: the name stands in brackets behind the type word. */
const GLUED = /^function<([^<>\s]{1,128})>\s{0,8}```(?:json)?[ \t]{0,4}\r?\n/;
const LONGEST_NAME = 200;

/** DeepSeek V3 and R1 (a fence inside the call) and V3.1 (plain JSON). V3.2 and later are DSML. */
export const deepseekTokens: LeakFormat = {
  id: 'deepseek-tokens',
  title: 'DeepSeek tool call tokens',
  class: 'private',
  origin: 'DeepSeek V3, R1, V3.1 Terminus',
  sample: '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Oslo"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  openers: () =>
    [...SECTION, ...CALL].filter((token) => token !== '<|tool_call_begin|>').map((text) => ({ text, where: 'anywhere' as const })),
  viable: (text, start) => {
    const section = tokenAt(text, start, SECTION);
    const call = section === undefined ? start : skipBlanks(text, start + section.length);
    const token = tokenAt(text, call, CALL);
    if (token === undefined) return couldBe(text, call, [...CALL, ...SECTION]);
    const head = text.slice(call + token.length, call + token.length + LONGEST_NAME);
    return (
      SEPARATOR.some((literal) => head.includes(literal)) ||
      GLUED_GROWING.test(head) ||
      (head.length < LONGEST_NAME && !head.includes('\n'))
    );
  },
  parse: (text, start, context) => readSection(text, start, context),
};

/** The spelling that stands here; `plain` only for the model's own. */
function tokenAt(text: string, at: number, spellings: readonly string[]): { readonly length: number; readonly plain: boolean } | undefined {
  const index = spellings.findIndex((token) => text.startsWith(token, at));
  return index < 0 ? undefined : { length: spellings[index]?.length ?? 0, plain: index <= 1 };
}

const couldBe = (text: string, at: number, tokens: readonly string[]): boolean => {
  const rest = text.slice(at, at + 32);
  return at + rest.length >= text.length && tokens.some((token) => token.startsWith(rest));
};

function readSection(text: string, start: number, context: FormatContext): ParsedEnvelope | undefined {
  const section = tokenAt(text, start, SECTION);
  const calls: ParsedCall[] = [];
  let degraded = section?.plain !== true;
  let at = start + (section?.length ?? 0);
  const cut = (more: readonly string[] = []): ParsedEnvelope => ({
    status: 'incomplete',
    start,
    end: text.length,
    names: [...calls.map((call) => call.name), ...more],
  });
  const broken = (code: 'shape' | 'bad_arguments', detail: string, more: readonly string[]): ParsedEnvelope => {
    const closers = section === undefined ? CALL_END : SECTION_END;
    const ends = closers.map((token) => ({ token, place: text.indexOf(token, at) })).filter(({ place }) => place >= 0);
    const first = ends.sort((a, b) => a.place - b.place)[0];
    if (first === undefined) return cut(more);
    return {
      status: 'malformed',
      start,
      end: first.place + first.token.length,
      code,
      names: [...calls.map((call) => call.name), ...more],
      detail,
    };
  };
  for (;;) {
    const next = skipBlanks(text, at);
    const end = section === undefined ? undefined : tokenAt(text, next, SECTION_END);
    if (end !== undefined) {
      if (calls.length === 0) return broken('shape', 'the section holds no call', []);
      return { status: 'complete', start, end: next + end.length, calls, degraded: degraded || !end.plain };
    }
    const begin = tokenAt(text, next, CALL);
    if (begin === undefined) {
      const open = couldBe(text, next, section === undefined ? CALL : [...CALL, ...SECTION_END]);
      if (section === undefined && calls.length > 0 && (next >= text.length || !open))
        return { status: 'complete', start, end: at, calls, degraded };
      if (open) return cut();
      return section === undefined || calls.length === 0 ? undefined : broken('shape', 'other text stands between the calls', []);
    }
    const call = readCall(text, next, begin, context);
    if (call.status === 'cut') return cut(call.names);
    at = call.end;
    if (call.status === 'broken') return broken(call.code, call.detail, call.names);
    calls.push(call.call);
    if (!call.plain) degraded = true;
  }
}

type CallRead =
  | { readonly status: 'call'; readonly end: number; readonly call: ParsedCall; readonly plain: boolean }
  | { readonly status: 'cut'; readonly names: readonly string[] }
  | {
      readonly status: 'broken';
      readonly end: number;
      readonly code: 'shape' | 'bad_arguments';
      readonly detail: string;
      readonly names: readonly string[];
    };

function readCall(
  text: string,
  start: number,
  begin: { readonly length: number; readonly plain: boolean },
  context: FormatContext,
): CallRead {
  const at = start + begin.length;
  const head = text.slice(at, at + LONGEST_NAME + 16);
  const separator = SEPARATOR.map((token, index) => ({ token, place: head.indexOf(token), plain: index <= 1 })).find(
    ({ place }) => place >= 0,
  );
  if (separator === undefined) {
    const glued = GLUED.exec(head);
    if (glued !== null) return readFenced(text, start, at + glued[0].length, glued[1] ?? '');
    if (text.length - at < LONGEST_NAME + 16) return { status: 'cut', names: [] };
    return { status: 'broken', end: at, code: 'shape', detail: 'no separator follows the name', names: [] };
  }
  const word = head.slice(0, separator.place).trim();
  const behind = at + separator.place + separator.token.length;
  FENCED.lastIndex = behind;
  const fence = word === 'function' ? FENCED.exec(text) : null;
  if (
    word === 'function' &&
    fence === null &&
    context.open &&
    text.length - behind < LONGEST_NAME &&
    text[skipBlanks(text, behind)] !== '{'
  )
    return { status: 'cut', names: [] };
  if (word === 'function' && fence === null && !context.open && text[skipBlanks(text, behind)] !== '{') return { status: 'cut', names: [] };
  const name = fence?.[1] ?? word;
  const value = readObjectText(text, behind + (fence?.[0].length ?? 0));
  if (value.status === 'cut') return { status: 'cut', names: [name] };
  if (value.status === 'broken') return { status: 'broken', end: value.at, code: 'bad_arguments', detail: value.detail, names: [name] };
  let close = skipBlanks(text, value.end);
  if (fence !== null && text.startsWith('```', close)) close = skipBlanks(text, close + 3);
  else if (fence !== null)
    return couldBe(text, close, ['```'])
      ? { status: 'cut', names: [name] }
      : { status: 'broken', end: close, code: 'bad_arguments', detail: 'the fence is not closed', names: [name] };
  const end = tokenAt(text, close, CALL_END);
  if (end === undefined) {
    if (couldBe(text, close, CALL_END)) return { status: 'cut', names: [name] };
    return { status: 'broken', end: close, code: 'bad_arguments', detail: 'other text stands behind the arguments', names: [name] };
  }
  const span = { start, end: close + end.length };
  const call: ParsedCall = { name, arguments: value.args, argumentsError: value.problem, nativeId: undefined, span, otherReadings: [] };
  return { status: 'call', end: span.end, call, plain: begin.plain && separator.plain && end.plain };
}

/** A call without its separator: degraded. `body` is where the fence's JSON begins. */
function readFenced(text: string, start: number, body: number, name: string): CallRead {
  const value = readObjectText(text, body);
  if (value.status === 'cut') return { status: 'cut', names: [name] };
  if (value.status === 'broken') return { status: 'broken', end: value.at, code: 'bad_arguments', detail: value.detail, names: [name] };
  const fence = skipBlanks(text, value.end);
  if (!text.startsWith('```', fence))
    return couldBe(text, fence, ['```'])
      ? { status: 'cut', names: [name] }
      : { status: 'broken', end: fence, code: 'bad_arguments', detail: 'the fence is not closed', names: [name] };
  const close = skipBlanks(text, fence + 3);
  const end = tokenAt(text, close, CALL_END);
  if (end === undefined)
    return couldBe(text, close, CALL_END)
      ? { status: 'cut', names: [name] }
      : { status: 'broken', end: close, code: 'bad_arguments', detail: 'other text stands behind the arguments', names: [name] };
  const span = { start, end: close + end.length };
  return {
    status: 'call',
    end: span.end,
    call: { name, arguments: value.args, argumentsError: value.problem, nativeId: undefined, span, otherReadings: [] },
    plain: false,
  };
}
