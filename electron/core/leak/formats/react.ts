import { skipBlanks } from '../../text/json-scanner.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from '../leak-format.ts';
import { readObjectText } from '../object-text.ts';

// Action: get_weather
// Action Input: {"city": "Oslo"}

const HEAD =
  /(?:\*\*)?Action(?:\*\*:|:\*\*|:)[ \t]{0,8}[`*]{0,2}([\p{L}_][\p{L}\p{N}_.-]{0,127})[`*]{0,2}[ \t]{0,8}\r?\n\s{0,8}(?:\*\*)?Action Input(?:\*\*:|:\*\*|:)\s{0,16}/uy;
const GROWING =
  /^(?:\*\*)?Action(?:\*\*:|:\*\*|:)[ \t]{0,8}(?:$|[`*]{0,2}[\p{L}_][\p{L}\p{N}_.-]{0,127}[`*]{0,2}[ \t]{0,8}(?:$|\r?\n\s{0,8}(?:\*{0,2}$|(?:\*\*)?A[cA-Za-z ]{0,12}[:*]{0,3}\s{0,16}$)))/u;
const FENCE = /```(?:json)?[ \t]{0,4}\r?\n\s{0,8}/y;

/** Two labelled lines, the second with an object, fenced or not. Plain text that people write too: never by itself. */
export const react: LeakFormat = {
  id: 'react',
  title: 'ReAct action lines',
  class: 'common',
  origin: 'ReAct prompts, LangChain, Qwen-Agent',
  sample: 'Action: get_weather\nAction Input: {"city": "Oslo"}',
  openers: () => ['Action:', '**Action:**', '**Action**:'].map((text) => ({ text, where: 'line-start' as const })),
  viable: (text, start) => {
    HEAD.lastIndex = start;
    const head = HEAD.exec(text);
    if (head === null) return GROWING.test(text.slice(start, start + 220));
    const at = start + head[0].length;
    return at >= text.length || text[at] === '{' || '```'.startsWith(text.slice(at, at + 3));
  },
  parse: (text, start, context) => {
    HEAD.lastIndex = start;
    const head = HEAD.exec(text);
    if (head === null) return cutLabel(text, start, context);
    return readInput(text, start, start + head[0].length, head[1] ?? '', context);
  },
};

/** The second label was begun, so a call was meant. */
function cutLabel(text: string, start: number, context: FormatContext): ParsedEnvelope | undefined {
  const rest = text.slice(start, start + 220);
  if (!GROWING.test(rest)) return undefined;
  const name = /Action[:*]{1,3}[ \t]{0,8}[`*]{0,2}([\p{L}_][\p{L}\p{N}_.-]{0,127})/u.exec(rest)?.[1];
  if (!context.open && (name === undefined || !rest.includes('\n'))) return undefined;
  return { status: 'incomplete', start, end: text.length, names: !context.open && name !== undefined ? [name] : [] };
}

function readInput(text: string, start: number, at: number, name: string, context: FormatContext): ParsedEnvelope | undefined {
  FENCE.lastIndex = at;
  const fence = FENCE.exec(text);
  const body = at + (fence?.[0].length ?? 0);
  if (fence === null && at < text.length && text[at] !== '{') {
    return '```json\n'.startsWith(text.slice(at, at + 8)) ? { status: 'incomplete', start, end: text.length, names: [name] } : undefined;
  }
  const value = readObjectText(text, body);
  if (value.status === 'cut') return { status: 'incomplete', start, end: text.length, names: [name] };
  if (value.status === 'broken') {
    if (context.open) return { status: 'incomplete', start, end: text.length, names: [name] };
    return { status: 'malformed', start, end: text.length, code: 'bad_arguments', names: [name], detail: value.detail };
  }
  let end = value.end;
  if (fence !== null) {
    const close = skipBlanks(text, end);
    if (!text.startsWith('```', close)) return { status: 'incomplete', start, end: text.length, names: [name] };
    end = close + 3;
  } else if (context.endedByLength && !context.open) return { status: 'incomplete', start, end: text.length, names: [name] };
  const call = { name, arguments: value.args, argumentsError: value.problem, nativeId: undefined, span: { start, end }, otherReadings: [] };
  return { status: 'complete', start, end, calls: [call], degraded: false };
}
