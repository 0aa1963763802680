import { skipBlanks } from '../../text/json-scanner.ts';
import { jsonShapesViable, readJsonShapes } from '../json-shapes.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from '../leak-format.ts';

// ```json
// {"name": "get_weather", "arguments": {"city": "Oslo"}}
// ```

const INFO = new Set(['', 'json', 'jsonc', 'tool_call', 'tool_calls', 'tool', 'function_call', 'function', 'action']);
const HEAD = /(?:(`{3,16})|(~{3,16}))[ \t]{0,4}([A-Za-z_]{0,16})[ \t]{0,4}\r?\n\s{0,64}/y;
const GROWING = /^(?:`{3,16}|~{3,16})[ \t]{0,4}[A-Za-z_]{0,16}[ \t]{0,4}\r?\n?\s{0,64}$/;

/** A JSON call in a fence that ends the reply, or stands first in it (Cohere's and LangChain's `Action:` label may stand before). */
export const jsonFenced: LeakFormat = {
  id: 'json-fenced',
  title: 'JSON call in a fence',
  class: 'common',
  origin: 'Qwen2.5-Coder, xLAM, Gemma, LangChain structured chat, Command R',
  sample: '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
  json: true,
  fence: true,
  alone: 'last-in-reply',
  openers: () => ['```', '~~~', 'Action:\n```', 'Action:\n\n```'].map((text) => ({ text, where: 'line-start' as const })),
  viable: (text, start, context) => {
    const from = behindLabel(text, start);
    const head = readHead(text, from);
    if (head === undefined) return GROWING.test(text.slice(from, from + 120));
    return INFO.has(head.info) && jsonShapesViable(text, head.body, context.tools);
  },
  parse: (text, start, context) => {
    const head = readHead(text, behindLabel(text, start));
    if (head === undefined) return context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
    return INFO.has(head.info) ? readBody(text, start, head, context) : undefined;
  },
};

const LABEL = /Action:\n{1,2}/y;
function behindLabel(text: string, start: number): number {
  LABEL.lastIndex = start;
  return start + (LABEL.exec(text)?.[0].length ?? 0);
}

interface Head {
  readonly mark: string;
  readonly info: string;
  readonly body: number;
}

function readHead(text: string, start: number): Head | undefined {
  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  if (head === null) return undefined;
  return { mark: head[1] ?? head[2] ?? '', info: (head[3] ?? '').toLowerCase(), body: start + head[0].length };
}

function readBody(text: string, start: number, head: Head, context: FormatContext): ParsedEnvelope | undefined {
  const read = readJsonShapes(text, head.body, context.tools);
  const cut = (names: readonly string[]): ParsedEnvelope => ({ status: 'incomplete', start, end: text.length, names });
  if (read.status === 'none') return undefined;
  const offered = (names: readonly string[]): boolean => names.some((name) => context.tools.some((tool) => tool.name === name));
  if (read.status === 'incomplete') return context.open || offered(read.names) ? cut(read.names) : undefined;
  if (read.status === 'broken') {
    if (!offered(read.names)) return undefined;
    const close = text.indexOf(`\n${head.mark}`, read.at);
    if (close < 0) return context.open ? cut(read.names) : undefined;
    return { status: 'malformed', start, end: close + 1 + head.mark.length, code: 'bad_arguments', names: read.names, detail: read.detail };
  }
  const names = read.calls.map((call) => call.name);
  // A tutorial shows tools of its own: a foreign name in a fence is a listing.
  if (!offered(names)) return undefined;
  const close = skipBlanks(text, read.end);
  if (close >= text.length || head.mark.startsWith(text.slice(close, close + head.mark.length)) === false) {
    return close >= text.length ? cut(names) : undefined;
  }
  if (!text.startsWith(head.mark, close)) return cut(names);
  return { status: 'complete', start, end: close + head.mark.length, calls: read.calls, degraded: false };
}
