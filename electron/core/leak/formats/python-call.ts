import type { LeakFormat } from '../leak-format.ts';
import { perTool } from '../named-json.ts';
import { readPythonCall } from '../python-calls.ts';

// get_weather(city="Oslo")

/** One call as the whole reply. With any text around it, it is talk. */
export const pythonCall: LeakFormat = {
  id: 'python-call',
  title: 'Bare Python call',
  class: 'common',
  origin: 'small models in chat mode',
  sample: 'get_weather(city="Oslo")',
  alone: 'whole-reply',
  openers: (tools) => perTool(tools, 'reply-start', (name) => `${name}(`),
  viable: (text, start, context) => {
    const read = readPythonCall(text.slice(0, start + 512), start);
    return read.status !== 'invalid' || !context.open;
  },
  parse: (text, start, context) => {
    const read = readPythonCall(text, start);
    if (read.status === 'complete') {
      return context.endedByLength && !context.open
        ? undefined
        : { status: 'complete', start, end: read.end, calls: read.calls, degraded: read.degraded };
    }
    // Generic syntax that can't be read is text, not an attempt.
    return read.status === 'incomplete' && context.open ? { status: 'incomplete', start, end: text.length, names: read.names } : undefined;
  },
};
