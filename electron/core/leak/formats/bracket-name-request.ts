/*
 * [read_file]
 * {"path": "src/a.ts"}
 * [END_TOOL_REQUEST]
 */
import type { AdvertisedTool } from '../../turn/turn.ts';
import { jsonBodyGrammar } from '../json-element-grammar.ts';
import type { LeakFormat } from '../leak-format.ts';
import type { TagGrammar } from '../tag-grammar.ts';
import { literal } from '../tag-reader.ts';
import { parseTagged, taggedViable } from '../tagged-envelope.ts';

const CLOSE = '[END_TOOL_REQUEST]';
const opener = (tool: AdvertisedTool): string => `[${tool.name}]`;

/** LM Studio's closing token behind an advertised name in brackets. */
export const bracketNameRequest: LeakFormat = {
  id: 'bracket-name-request',
  title: 'Name in brackets, then JSON',
  class: 'common',
  origin: 'models behind LM Studio',
  sample: '[read_file]\n{"path": "src/a.ts"}\n[END_TOOL_REQUEST]',
  openers: (tools) => tools.filter(isFunction).map((tool) => ({ text: opener(tool), where: 'line-start' })),
  viable: (text, start, context) => {
    const tool = toolAt(context.tools, text, start);
    return tool !== undefined && taggedViable(grammarOf(tool), text, start);
  },
  parse: (text, start, context) => {
    const tool = toolAt(context.tools, text, start);
    return tool === undefined ? undefined : parseTagged(grammarOf(tool), { opener: opener(tool) }, text, start, context);
  },
};

const isFunction = (tool: AdvertisedTool): boolean => tool.kind === 'function' && tool.name !== '' && tool.name !== 'TOOL_REQUEST';

const toolAt = (tools: readonly AdvertisedTool[], text: string, start: number): AdvertisedTool | undefined =>
  tools.find((tool) => text.startsWith(opener(tool), start) && isFunction(tool));

function grammarOf(tool: AdvertisedTool): TagGrammar {
  const head = literal(opener(tool));
  return jsonBodyGrammar(
    (text, at) => {
      const read = head(text, at);
      return typeof read === 'object' ? { value: tool.name, end: read.end } : read;
    },
    literal(CLOSE),
    CLOSE,
  );
}
