/*
 * <read_file>
 * <path>src/a.ts</path>
 * </read_file>
 */
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { RESULT_MARKS } from '../reply-marks.ts';
import { literal, skipSpace } from '../tag-reader.ts';
import { elementOpeners, toolElement } from '../tool-element.ts';

const element = toolElement({
  head: (name) => literal(`<${name}>`),
  close: (name) => literal(`</${name}>`),
  jsonBody: 'degraded',
});

/**
 * The tag is an advertised tool, its children are declared parameters (formats-b 7). Many tool names are ordinary words of HTML, so the
 * block must start a line and hold a declared parameter, or one JSON object.
 */
export const elementCall: LeakFormat = {
  id: 'element-call',
  title: 'Tool as an XML element',
  class: 'common',
  origin: 'Cline, Roo, Kilo and Zoo in native mode',
  sample: '<read_file>\n<path>src/a.ts</path>\n</read_file>',
  openers: elementOpeners,
  viable: element.viable,
  parse: (text, start, context) => {
    const envelope = element.parse(text, start, context);
    return envelope?.status === 'complete' ? withSibling(envelope, text, context) : envelope;
  },
};

const SIBLING = /^<([A-Za-z_][\w.-]{0,127})>\s{0,64}<[A-Za-z_][\w.-]{0,127}>/;

/** An element of the same shape directly behind that names no offered tool: a call all the same, which refuses the reply (contract 2.3 check 7). */
function withSibling(
  envelope: Extract<ParsedEnvelope, { status: 'complete' }>,
  text: string,
  context: FormatContext,
): ParsedEnvelope | undefined {
  if (envelope.calls.every((call) => call.arguments === '{}')) return undefined;
  const start = skipSpace(text, envelope.end);
  const name = SIBLING.exec(text.slice(start, start + 400))?.[1];
  if (name === undefined || RESULT_MARKS.some(({ open }) => open === `<${name}>`) || context.tools.some((tool) => tool.name === name))
    return envelope;
  const close = text.indexOf(`</${name}>`, start);
  if (close < 0) return envelope;
  const end = close + name.length + 3;
  const call: ParsedCall = {
    name,
    arguments: '{}',
    argumentsError: undefined,
    nativeId: undefined,
    span: { start, end },
    otherReadings: [],
  };
  return { ...envelope, end, calls: [...envelope.calls, call] };
}
