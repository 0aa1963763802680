/*
 * <read_file>
 * <path>src/a.ts</path>
 * </read_file>
 */
import { isJsonObject, own } from '../../../../shared/json.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import { ELEMENT_START, elementParameter } from '../element-parameter.ts';
import type { FormatContext, LeakFormat, ParsedCall, ParsedEnvelope } from '../leak-format.ts';
import { RESULT_MARKS } from '../reply-marks.ts';
import type { TagGrammar } from '../tag-grammar.ts';
import { literal, skipSpace } from '../tag-reader.ts';
import { parseTagged, taggedViable } from '../tagged-envelope.ts';

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
  openers: (tools) => tools.filter(isElement).map((tool) => ({ text: `<${tool.name}>`, where: 'line-start' })),
  viable: (text, start, context) => {
    const tool = toolAt(context.tools, text, start);
    return tool !== undefined && taggedViable(grammarOf(tool), text, start);
  },
  parse: (text, start, context) => {
    const tool = toolAt(context.tools, text, start);
    if (tool === undefined) return undefined;
    const envelope = parseTagged(grammarOf(tool), { opener: `<${tool.name}>` }, text, start, context);
    return envelope?.status === 'complete' ? withSibling(envelope, text, context) : envelope;
  },
};

const toolAt = (tools: readonly AdvertisedTool[], text: string, start: number): AdvertisedTool | undefined =>
  tools.find((tool) => text.startsWith(`<${tool.name}>`, start) && isElement(tool));

/** Names that can stand as a tag. */
const isElement = (tool: AdvertisedTool): boolean => tool.kind === 'function' && /^[A-Za-z_][\w.-]{0,127}$/.test(tool.name);

const grammars = new WeakMap<AdvertisedTool, TagGrammar>();

function grammarOf(tool: AdvertisedTool): TagGrammar {
  const known = grammars.get(tool) ?? createGrammar(tool);
  grammars.set(tool, known);
  return known;
}

function createGrammar(tool: AdvertisedTool): TagGrammar {
  const properties = tool.schema === undefined ? undefined : own(tool.schema, 'properties');
  const declared = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  const head = literal(`<${tool.name}>`);
  return {
    section: undefined,
    call: (text, at) => {
      const read = head(text, at);
      return typeof read === 'object' ? { value: tool.name, end: read.end } : read;
    },
    callClose: literal(`</${tool.name}>`),
    callCloser: `</${tool.name}>`,
    parameter: elementParameter((name) => declared.has(name)),
    parameterStart: ELEMENT_START,
    parameterClose: '</',
    newline: 'pair',
    jsonBody: 'degraded',
    brokenStarts: [],
  };
}

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
