import type { TagGrammar } from './tag-grammar.ts';
import { literal, named, skipSpace, type TagReader } from './tag-reader.ts';

/** `<tool_call>NAME` with `<arg_key>` and `<arg_value>` in strict alternation (formats-b 2). Values are verbatim. */
export function argKeyGrammar(prefix: string): TagGrammar {
  const open = `<${prefix}tool_call>`;
  const close = `</${prefix}tool_call>`;
  const key = named(`<${prefix}arg_key>`, `</${prefix}arg_key>`, '\n\r');
  const value = literal(`<${prefix}arg_value>`);
  const parameter: TagReader<{ name: string; mark: undefined }> = (text, at) => {
    const read = key(text, at);
    if (typeof read !== 'object') return read;
    const valueHead = value(text, skipSpace(text, read.end));
    return typeof valueHead === 'object' ? { value: { name: read.value, mark: undefined }, end: valueHead.end } : valueHead;
  };
  return {
    section: undefined,
    call: nameBehind(open),
    callClose: literal(close),
    callCloser: close,
    parameter,
    parameterStart: `<${prefix}arg_key>`,
    parameterClose: `</${prefix}arg_value>`,
    newline: 'verbatim',
    jsonBody: 'never',
    brokenStarts: [`<${prefix}arg_key>`, `</${prefix}arg_key>`, `<${prefix}arg_value>`],
  };
}

const LONGEST_NAME = 128;
/** Nothing that JSON, a tag, a placeholder or a sentence has. */
const NO_NAME = '<>{}[]()"\'`$,;\\';

/** The opener and the name behind it, which ends at white space or at the next tag. */
const nameBehind =
  (open: string): TagReader<string> =>
  (text, at) => {
    const head = literal(open)(text, at);
    if (typeof head !== 'object') return head;
    const from = skipSpace(text, head.end);
    for (let end = from; end <= from + LONGEST_NAME; end += 1) {
      if (end >= text.length) return 'cut';
      const unit = text.charAt(end);
      if (unit === '<' || skipSpace(text, end) > end) return end === from ? undefined : { value: text.slice(from, end), end };
      if (NO_NAME.includes(unit)) return undefined;
    }
    return undefined;
  };
