import { closerAt } from '../closer.ts';
import type { LeakFormat } from '../leak-format.ts';
import { readPythonCalls } from '../python-calls.ts';

// [get_weather(city="Oslo"), get_weather(city="Rome")]

const HEAD = /^\[\s{0,8}(?:$|[\p{L}_][\p{L}\p{N}_.-]{0,127}(?:$|\())/u;

/** A bare list of calls: Llama 4, LFM2.5 and others without their tokens. A lone end token may be left of them. */
export const pythonList: LeakFormat = {
  id: 'python-list',
  title: 'Bare Python list of calls',
  class: 'common',
  origin: 'Llama 4, LFM2, LFM2.5 without tokens',
  sample: '[get_weather(city="Oslo"), get_weather(city="Rome")]',
  openers: () => [{ text: '[', where: 'line-start' }],
  viable: (text, start) => HEAD.test(text.slice(start, start + 160)),
  parse: (text, start, context) => {
    const read = readPythonCalls(text, start);
    const known = (name: string): boolean => context.tools.some((tool) => tool.name === name);
    if (read.status === 'incomplete')
      return context.open || read.names.some(known) ? { status: 'incomplete', start, end: text.length, names: read.names } : undefined;
    if (read.status === 'invalid') {
      if (!read.names.some(known)) return undefined;
      const end = text.indexOf('\n', read.at);
      return {
        status: 'malformed',
        start,
        end: end < 0 ? text.length : end,
        code: 'bad_arguments',
        names: read.names,
        detail: read.detail,
      };
    }
    // Ordinary code calls what it likes: only a list with an offered tool in it is a call at all.
    if (!read.calls.some((call) => known(call.name))) return undefined;
    const closer = closerAt(text, read.end, ['<|tool_call_end|>', '<|python_end|>'], context);
    if (context.endedByLength && !context.open)
      return { status: 'incomplete', start, end: text.length, names: read.calls.map((call) => call.name) };
    return {
      status: 'complete',
      start,
      end: typeof closer === 'object' ? closer.found : read.end,
      calls: read.calls,
      degraded: read.degraded,
    };
  },
};
