/*
 * ]<]minimax[>[<tool_call>
 * ]<]minimax[>[<invoke name="read_file">]<]minimax[>[<path>src/a.ts]<]minimax[>[</path>]<]minimax[>[</invoke>
 * ]<]minimax[>[</tool_call>
 */
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { elementArguments } from '../marked-elements.ts';
import { literal, named, skipSpace } from '../tag-reader.ts';

const MARK = ']<]minimax[>[';
const OPEN = `${MARK}<tool_call>`;
const CLOSE = `${MARK}</tool_call>`;
const INVOKE_CLOSE = `${MARK}</invoke>`;
const invoke = named(`${MARK}<invoke name="`, '">', '<\n\r');

/** Every tag carries the mark, so look-alikes without it are data; objects nest as elements, arrays repeat `item` (formats-b 4c). */
export const minimaxM3: LeakFormat = {
  id: 'minimax-m3',
  title: 'MiniMax M3 elements',
  class: 'private',
  origin: 'MiniMax M3',
  sample: `${OPEN}\n${MARK}<invoke name="read_file">${MARK}<path>src/a.ts${MARK}</path>${INVOKE_CLOSE}\n${CLOSE}`,
  openers: () => [{ text: OPEN, where: 'anywhere' }],
  viable: (text, start) => {
    const open = literal(OPEN)(text, start);
    if (typeof open !== 'object') return open === 'cut';
    const place = skipSpace(text, open.end);
    return place - open.end <= 256 && (place >= text.length || invoke(text, place) !== undefined);
  },
  parse,
};

function parse(text: string, start: number, context: FormatContext): ParsedEnvelope | undefined {
  if (!minimaxM3.viable(text, start, context)) return undefined;
  const names: string[] = [];
  const calls: ParsedCall[] = [];
  const cut = (): ParsedEnvelope => ({ status: 'incomplete', start, end: text.length, names });
  const broken = (at: number, code: 'shape' | 'bad_arguments', detail: string): ParsedEnvelope => {
    const closer = text.indexOf(CLOSE, at);
    return { status: 'malformed', start, end: closer < 0 ? text.length : closer + CLOSE.length, code, names, detail };
  };
  for (let at = start + OPEN.length; ; ) {
    const place = skipSpace(text, at);
    if (calls.length > 0 && text.startsWith(CLOSE, place)) {
      return { status: 'complete', start, end: place + CLOSE.length, calls, degraded: false };
    }
    const head = invoke(text, place);
    if (head === 'cut' || place >= text.length || literal(CLOSE)(text, place) === 'cut') return cut();
    if (head === undefined) return broken(place, 'shape', 'other text stands where a call or the end of the section is due');
    names.push(head.value);
    const tool = context.tools.find((one) => one.name === head.value);
    const read = elementArguments(text, head.end, MARK, INVOKE_CLOSE, tool);
    if (read.status === 'cut') return cut();
    if (read.status === 'broken') return broken(read.at, read.code, read.detail);
    calls.push({
      name: head.value,
      arguments: read.text,
      argumentsError: read.error,
      nativeId: undefined,
      span: { start: place, end: read.end },
      otherReadings: [],
    });
    at = read.end;
  }
}
