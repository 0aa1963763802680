import { isJsonObject, own } from '../../../shared/json.ts';
import type { AdvertisedTool } from '../turn/turn.ts';
import { ELEMENT_START, elementParameter } from './element-parameter.ts';
import type { LeakFormat } from './leak-format.ts';
import type { TagGrammar } from './tag-grammar.ts';
import { parseTagged, taggedViable } from './tagged-envelope.ts';

/** How an element whose tag is the tool's name opens and closes. */
export interface ElementSpelling {
  readonly head: (name: string) => TagGrammar['callClose'];
  readonly close: (name: string) => TagGrammar['callClose'];
  readonly jsonBody: TagGrammar['jsonBody'];
}

/** Names that can stand as a tag. */
const isElement = (tool: AdvertisedTool): boolean => tool.kind === 'function' && /^[A-Za-z_][\w.-]{0,127}$/.test(tool.name);

/** Many tool names are ordinary words of HTML: the block must start a line. */
export const elementOpeners: Extract<LeakFormat['openers'], (...given: never) => unknown> = (tools) =>
  tools.filter(isElement).map((tool) => ({ text: `<${tool.name}>`, where: 'line-start' }));

/** The tag is an offered tool, its children are declared parameters (formats-b 7). */
export function toolElement(spelling: ElementSpelling): Pick<LeakFormat, 'viable' | 'parse'> {
  const grammars = new WeakMap<AdvertisedTool, TagGrammar>();
  const grammarOf = (tool: AdvertisedTool): TagGrammar => {
    const known = grammars.get(tool) ?? createGrammar(tool, spelling);
    grammars.set(tool, known);
    return known;
  };
  return {
    viable: (text, start, { tools }) => {
      const tool = toolAt(tools, text, start);
      return tool !== undefined && taggedViable(grammarOf(tool), text, start);
    },
    parse: (text, start, context) => {
      const tool = toolAt(context.tools, text, start);
      return tool === undefined ? undefined : parseTagged(grammarOf(tool), { opener: `<${tool.name}>` }, text, start, context);
    },
  };
}

const toolAt = (tools: readonly AdvertisedTool[], text: string, start: number): AdvertisedTool | undefined =>
  tools.find((tool) => text.startsWith(`<${tool.name}>`, start) && isElement(tool));

function createGrammar(tool: AdvertisedTool, spelling: ElementSpelling): TagGrammar {
  const properties = tool.schema === undefined ? undefined : own(tool.schema, 'properties');
  const declared = new Set(isJsonObject(properties) ? Object.keys(properties) : []);
  const head = spelling.head(tool.name);
  return {
    section: undefined,
    call: (text, at) => {
      const read = head(text, at);
      return typeof read === 'object' ? { value: tool.name, end: read.end } : read;
    },
    callClose: spelling.close(tool.name),
    callCloser: `</${tool.name}>`,
    parameter: elementParameter((name) => declared.has(name)),
    parameterStart: ELEMENT_START,
    parameterClose: '</',
    newline: 'pair',
    jsonBody: spelling.jsonBody,
    brokenStarts: [],
  };
}
