/*
 * <read_file>
 * <args>
 *   <file>
 *     <path>src/a.ts</path>
 *   </file>
 * </args>
 * </read_file>
 */
import { isJsonObject, own } from '../../../../shared/json.ts';
import type { AdvertisedTool } from '../../turn/turn.ts';
import { ELEMENT_START, elementParameter } from '../element-parameter.ts';
import type { LeakFormat } from '../leak-format.ts';
import type { TagGrammar } from '../tag-grammar.ts';
import { sequence } from '../tag-reader.ts';
import { parseTagged, taggedViable } from '../tagged-envelope.ts';

/** The older form of Roo's reading tool: the parameters of one file, wrapped twice. Several files would be several calls: that is no listed spelling. */
export const nestedElementCall: LeakFormat = {
  id: 'nested-element-call',
  title: 'Tool as an XML element, parameters wrapped',
  class: 'common',
  origin: 'Roo, Kilo and Zoo in native mode (Zoo-Code#709)',
  sample: '<read_file>\n<args>\n  <file>\n    <path>src/a.ts</path>\n  </file>\n</args>\n</read_file>',
  openers: (tools) => tools.filter(isElement).map((tool) => ({ text: `<${tool.name}>`, where: 'line-start' })),
  viable: (text, start, { tools }) => {
    const tool = toolAt(tools, text, start);
    return tool !== undefined && taggedViable(grammarOf(tool), text, start);
  },
  parse: (text, start, context) => {
    const tool = toolAt(context.tools, text, start);
    return tool === undefined ? undefined : parseTagged(grammarOf(tool), { opener: `<${tool.name}>` }, text, start, context);
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
  const head = sequence([`<${tool.name}>`, '<args>', '<file>']);
  return {
    section: undefined,
    call: (text, at) => {
      const read = head(text, at);
      return typeof read === 'object' ? { value: tool.name, end: read.end } : read;
    },
    callClose: sequence(['</file>', '</args>', `</${tool.name}>`]),
    callCloser: `</${tool.name}>`,
    parameter: elementParameter((name) => declared.has(name)),
    parameterStart: ELEMENT_START,
    parameterClose: '</',
    newline: 'pair',
    jsonBody: 'never',
    brokenStarts: [],
  };
}
