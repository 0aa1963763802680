import { skipBlanks } from '../../text/json-scanner.ts';
import type { LeakFormat, ParsedCall } from '../leak-format.ts';
import { readPythonCalls } from '../python-calls.ts';

// ```tool_code
// print(default_api.get_weather(city="Oslo"))
// ```

const OPENER = '```tool_code';

/** Gemma 3 and Gemini: calls with literals in a fence of their own name; `print()` and `default_api.` are wrappers. A program is no call. */
export const toolCodeFence: LeakFormat = {
  id: 'tool-code-fence',
  title: 'tool_code fence',
  class: 'common',
  origin: 'Gemma 3, Gemini (vscode-copilot-release#9092)',
  sample: '```tool_code\nprint(default_api.get_weather(city="Oslo"))\n```',
  fence: true,
  alone: 'last-in-reply',
  openers: () => [{ text: OPENER, where: 'line-start' }],
  viable: (text, start) => {
    const body = start + OPENER.length;
    const at = skipBlanks(text, body);
    return (
      text.length <= body ||
      (/^[ \t]*(?:\r?\n|$)/.test(text.slice(body, body + 16)) && (at >= text.length || /[[\p{L}_]/u.test(text[at] ?? '')))
    );
  },
  parse: (text, start, context) => {
    const calls: ParsedCall[] = [];
    let degraded = false;
    let at = skipBlanks(text, start + OPENER.length);
    const names = (): readonly string[] => calls.map((call) => call.name);
    while (!text.startsWith('```', at)) {
      if (at >= text.length || '```'.startsWith(text.slice(at, at + 3)))
        return { status: 'incomplete', start, end: text.length, names: names() };
      const read = readPythonCalls(text, at, { wrappers: 'gemini' });
      if (read.status === 'incomplete') return { status: 'incomplete', start, end: text.length, names: [...names(), ...read.names] };
      if (read.status === 'invalid') {
        const close = text.indexOf('```', at);
        if (close < 0) return context.open ? { status: 'incomplete', start, end: text.length, names: names() } : undefined;
        if (!read.call && calls.length === 0) return undefined;
        return {
          status: 'malformed',
          start,
          end: close + 3,
          code: 'bad_arguments',
          names: [...names(), ...read.names],
          detail: read.detail,
        };
      }
      calls.push(...read.calls);
      if (read.degraded) degraded = true;
      at = skipBlanks(text, read.end);
    }
    return calls.length === 0 ? undefined : { status: 'complete', start, end: at + 3, calls, degraded };
  },
};
