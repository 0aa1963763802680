import { readGemmaObject } from '../gemma-value.ts';
import type { LeakFormat } from '../leak-format.ts';

// call:default_api:get_weather{city:"Oslo"}

const HEAD = /(?:call|declaration):default_api:([\p{L}_][\p{L}\p{N}_.-]{0,127})\s{0,4}(?=\{)/uy;
const GROWING = /^(?:call|declaration):default_api:(?:$|[\p{L}_][\p{L}\p{N}_.-]{0,127}\s{0,4}$)/u;
const MARK = '<|"|>';

/** Gemini's internal spelling of a call, written as text. Without any token around it: never by itself. */
export const geminiCall: LeakFormat = {
  id: 'gemini-call',
  title: 'Gemini default_api call',
  class: 'common',
  origin: 'Gemini (hermes-agent#74771)',
  sample: 'call:default_api:get_weather{city:"Oslo"}',
  openers: () => ['call:default_api:', 'declaration:default_api:'].map((text) => ({ text, where: 'anywhere' as const })),
  viable: (text, start) => {
    HEAD.lastIndex = start;
    return HEAD.test(text) || GROWING.test(text.slice(start, start + 180));
  },
  parse: (text, start, context) => {
    HEAD.lastIndex = start;
    const head = HEAD.exec(text);
    if (head === null)
      return GROWING.test(text.slice(start, start + 180)) ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
    const name = head[1] ?? '';
    const value = readGemmaObject(text, start + head[0].length, MARK);
    if (value.status === 'cut' || (value.status === 'broken' && context.open))
      return { status: 'incomplete', start, end: text.length, names: [name] };
    if (value.status === 'broken')
      return { status: 'malformed', start, end: text.length, code: 'bad_arguments', names: [name], detail: value.detail };
    if (context.endedByLength && !context.open) return { status: 'incomplete', start, end: text.length, names: [name] };
    const call = {
      name,
      arguments: value.json,
      argumentsError: undefined,
      nativeId: undefined,
      span: { start, end: value.end },
      otherReadings: [],
    };
    return { status: 'complete', start, end: value.end, calls: [call], degraded: false };
  },
};
