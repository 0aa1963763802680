import { isJsonObject, own } from '../../../../shared/json.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import type { LeakFormat, ParsedEnvelope } from '../leak-format.ts';
import { createPythonEnvelope } from '../python-envelope.ts';

// <tool_code>get_weather(city="Oslo")</tool_code>

const OPENER = '<tool_code>';
const CLOSER = '</tool_code>';

const keywords = createPythonEnvelope({
  id: 'tool-code-element',
  title: 'tool_code element',
  class: 'common',
  origin: 'Gemma 3 behind prompts that ask for it',
  sample: '<tool_code>get_weather(city="Oslo")</tool_code>',
  openers: [OPENER],
  closers: [CLOSER],
  closing: 'required',
  body: 'lines',
});

/** One literal text and nothing else between the brackets of one call. Bounded; a quotation mark or a backslash inside is not read. */
const POSITIONAL = /\s{0,16}([\p{L}_][\p{L}\p{N}_.-]{0,127})\((?=(?:"[^"\\\n]{0,4000}"|'[^'\\\n]{0,4000}')\)\s{0,16}<\/tool_code>)/uy;

/** A call with literals between tags that people also write. A text without a key is the one text that the tool requires, where it requires one. */
export const toolCodeElement: LeakFormat = {
  ...keywords,
  parse: (text, start, context) => {
    POSITIONAL.lastIndex = start + OPENER.length;
    const found = POSITIONAL.exec(text);
    if (found === null) return literals(keywords.parse(text, start, context));
    const key = onlyRequiredText(context.tools.find((tool) => tool.name === found[1]));
    if (key === undefined) return undefined;
    const body = start + OPENER.length + found[0].length;
    const end = text.indexOf(CLOSER, body) + CLOSER.length;
    const written = `${OPENER}${found[0]}${key}=${text.slice(body, end)}`;
    const read = keywords.parse(written, 0, context);
    if (read?.status !== 'complete') return undefined;
    return { ...read, start, end, calls: read.calls.map((call) => ({ ...call, span: { start, end } })) };
  },
};

/** Code that is no call with literals is never evaluated, and people write it: it is left alone. */
const literals = (read: ParsedEnvelope | undefined): ParsedEnvelope | undefined => (read?.status === 'malformed' ? undefined : read);

function onlyRequiredText(tool: AdvertisedTool | undefined): string | undefined {
  if (tool?.schema === undefined) return undefined;
  const required = own(tool.schema, 'required');
  const only = Array.isArray(required) && required.length === 1 ? required[0] : undefined;
  if (typeof only !== 'string' || !/^[\p{L}_][\p{L}\p{N}_]*$/u.test(only)) return undefined;
  const properties = own(tool.schema, 'properties');
  const property = isJsonObject(properties) ? own(properties, only) : undefined;
  return isJsonObject(property) && own(property, 'type') === 'string' ? only : undefined;
}
