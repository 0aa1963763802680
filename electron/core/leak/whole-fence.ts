import { createMarkerScanner } from '../text/marker-scanner.ts';
import type { FormatContext, LeakFormat, ParsedEnvelope } from './leak-format.ts';
import { moveEnvelope } from './region.ts';

/**
 * A fence that is the whole reply and holds nothing but one listed envelope: it counts as `common`, not as `fenced` (contract 2.3, class).
 * Made from the listed formats, so that each of them is recognised inside a fence as it is outside.
 */
export function wholeFenceFormat(formats: readonly LeakFormat[]): LeakFormat {
  const inner = formats.filter((format) => format.fence !== true && format.json !== true);
  const openersOf = (context: FormatContext) =>
    createMarkerScanner(
      inner.flatMap((format) =>
        format
          .openers(context.tools)
          .filter((opener) => opener.where === 'anywhere')
          .map((opener) => ({ text: opener.text, value: format })),
      ),
    );
  const tables = new WeakMap<object, ReturnType<typeof openersOf>>();
  const table = (context: FormatContext) => {
    const known = tables.get(context.tools) ?? openersOf(context);
    tables.set(context.tools, known);
    return known;
  };
  return {
    id: 'fenced-envelope',
    title: 'Envelope in a fence',
    class: 'common',
    origin: 'contract 2.3, class: a fence that is the whole reply; Gemma tool_code and small models in chat mode',
    sample: '```xml\n<tool_call>{"name":"ls","arguments":{}}</tool_call>\n```',
    alone: 'whole-reply',
    fence: true,
    openers: () => [
      { text: '```', where: 'reply-start' },
      { text: '~~~', where: 'reply-start' },
    ],
    viable: (text, start, context) => {
      const head = readHead(text, start);
      if (head === undefined) return false;
      if (head === 'more') return true;
      const match = table(context).match(text, head.body, text.length);
      return match.partial || match.hits.some((hit) => hit.value.viable(text, head.body, context));
    },
    parse: (text, start, context) => {
      const head = readHead(text, start);
      if (head === undefined) return undefined;
      if (head === 'more') return context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
      for (const hit of table(context).match(text, head.body, text.length).hits) {
        const envelope = readFenced(hit.value, text, start, head, context);
        if (envelope !== undefined) return envelope;
      }
      return context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
    },
  };
}

interface FenceHead {
  readonly mark: string;
  readonly body: number;
}

const MOST_INFO = 40;

/** The fence's opening line; `more`: the text ends before the body begins. Undefined: no fence. */
function readHead(text: string, start: number): FenceHead | 'more' | undefined {
  const sign = text[start];
  if (sign !== '`' && sign !== '~') return undefined;
  let at = start;
  while (text[at] === sign) at += 1;
  const mark = sign.repeat(at - start);
  const lineEnd = text.indexOf('\n', at);
  if (lineEnd < 0) return text.length - at > MOST_INFO ? undefined : 'more';
  const info = text.slice(at, lineEnd);
  if (mark.length < 3 || info.length > MOST_INFO || info.includes('`')) return undefined;
  let body = lineEnd + 1;
  while (body < text.length && (text[body] === ' ' || text[body] === '\n' || text[body] === '\r' || text[body] === '\t')) body += 1;
  return body >= text.length ? 'more' : { mark, body };
}

function readFenced(format: LeakFormat, text: string, start: number, head: FenceHead, context: FormatContext): ParsedEnvelope | undefined {
  const read = format.parse(text.slice(head.body), 0, context);
  if (read === undefined || read.status === 'malformed') return undefined;
  const envelope = moveEnvelope(read, head.body);
  if (envelope.status !== 'complete') return context.open ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
  let at = envelope.end;
  while (at < text.length && (text[at] === '\n' || text[at] === '\r' || text[at] === ' ')) at += 1;
  if (at > envelope.end && text.startsWith(head.mark, at)) {
    return { ...envelope, start, end: at + head.mark.length, degraded: true };
  }
  return context.open && head.mark.startsWith(text.slice(at)) ? { status: 'incomplete', start, end: text.length, names: [] } : undefined;
}
