import { readJsonShapes, jsonShapesViable } from '../json-shapes.ts';
import type { LeakFormat, Opener } from '../leak-format.ts';
import { perTool } from '../named-json.ts';

// {"name": "get_weather", "arguments": {"city": "Oslo"}}

/** Bare JSON in a shape of calls: at a line's start, or anywhere where it begins with an offered name or a list of calls. */
export const jsonBare: LeakFormat = {
  id: 'json-bare',
  title: 'Bare JSON call',
  class: 'common',
  origin: 'small models, Llama without its tag, xLAM, OpenAI messages written as text',
  sample: '{"name": "get_weather", "arguments": {"city": "Oslo"}}',
  json: true,
  openers: (tools): readonly Opener[] => [
    { text: '{', where: 'line-start' },
    { text: '[', where: 'line-start' },
    ...['{"tool_calls"', '{"function_call"'].map((text) => ({ text, where: 'anywhere' as const })),
    ...perTool(
      tools,
      'anywhere',
      (name) => `{"name": "${name}"`,
      (name) => `{"name":"${name}"`,
      (name) => `{"tool": "${name}"`,
    ),
  ],
  viable: (text, start, context) => jsonShapesViable(text, start, context.tools),
  parse: (text, start, context) => {
    const read = readJsonShapes(text, start, context.tools);
    if (read.status === 'none') return undefined;
    if (read.status === 'incomplete') {
      const known = read.names.some((name) => context.tools.some((tool) => tool.name === name));
      return context.open || known ? { status: 'incomplete', start, end: text.length, names: read.names } : undefined;
    }
    if (read.status === 'broken')
      return context.open
        ? { status: 'incomplete', start, end: text.length, names: read.names }
        : { status: 'malformed', start, end: text.length, code: 'bad_arguments', names: read.names, detail: read.detail };
    if (context.endedByLength && !context.open)
      return { status: 'incomplete', start, end: text.length, names: read.calls.map((call) => call.name) };
    return { status: 'complete', start, end: read.end, calls: read.calls, degraded: false };
  },
};
