import type { LeakFormat } from '../leak-format.ts';
import { readPythonCall } from '../python-calls.ts';

// <|python_tag|>get_weather.call(city="Oslo")

const OPENER = '<|python_tag|>';
const HEAD = /^<\|python_tag\|>\s{0,8}(?:[\p{L}_][\p{L}\p{N}_.-]{0,127}(?:\(|$)|$)/u;

/** Llama 3 built-ins: a name with `.call` and keyword literals; closed by its bracket. Other code behind the tag names no tool. */
export const llamaPythonCall: LeakFormat = {
  id: 'llama-python-call',
  title: 'Llama python_tag with .call',
  class: 'private',
  origin: 'Llama 3 built-in tools',
  sample: '<|python_tag|>get_weather.call(city="Oslo")',
  openers: () => [{ text: OPENER, where: 'anywhere' }],
  viable: (text, start) => HEAD.test(text.slice(start, start + 170)) || OPENER.startsWith(text.slice(start)),
  parse: (text, start, context) => {
    const read = readPythonCall(text, start + OPENER.length);
    if (read.status === 'incomplete') return { status: 'incomplete', start, end: text.length, names: read.names.map(bare) };
    if (read.status === 'invalid') {
      if (!read.names.some((name) => name.endsWith(SUFFIX))) return undefined;
      return context.open
        ? { status: 'incomplete', start, end: text.length, names: read.names.map(bare) }
        : { status: 'malformed', start, end: text.length, code: 'bad_arguments', names: read.names.map(bare), detail: read.detail };
    }
    if (!read.calls.every((call) => call.name.endsWith(SUFFIX))) return undefined;
    if (context.endedByLength && !context.open)
      return { status: 'incomplete', start, end: text.length, names: read.calls.map((call) => bare(call.name)) };
    return {
      status: 'complete',
      start,
      end: read.end,
      calls: read.calls.map((call) => ({ ...call, name: bare(call.name) })),
      degraded: read.degraded,
    };
  },
};

const SUFFIX = '.call';
const bare = (name: string): string => (name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name);
