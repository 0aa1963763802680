/*
 * <tool_use>
 * <name>read_file</name>
 * <input>{"path": "src/a.ts"}</input>
 * </tool_use>
 */
import { jsonElementGrammar } from '../json-element-grammar.ts';
import type { LeakFormat } from '../leak-format.ts';
import type { TagGrammar } from '../tag-grammar.ts';
import { parseTagged, taggedViable } from '../tagged-envelope.ts';

const ELEMENTS = ['tool_use', 'tool', 'tool_call', 'function_call'];
const NAMES = ['name', 'tool_name'];
const ARGUMENTS = ['input', 'arguments', 'parameters'];

const GRAMMARS: ReadonlyMap<string, readonly TagGrammar[]> = new Map(
  ELEMENTS.map(
    (element) => [`<${element}>`, NAMES.flatMap((name) => ARGUMENTS.map((body) => jsonElementGrammar(element, name, body)))] as const,
  ),
);

const grammarsAt = (text: string, start: number): readonly TagGrammar[] =>
  [...GRAMMARS].find(([opener]) => text.startsWith(opener, start))?.[1] ?? [];

/** A name and a JSON object in elements of their own. Text that is no JSON object names no parameter: that is no call. */
export const jsonElement: LeakFormat = {
  id: 'json-element',
  title: 'Name and JSON in elements',
  class: 'common',
  origin: 'models that imitate the blocks of an API (formats-b 8)',
  sample: '<tool_use>\n<name>read_file</name>\n<input>{"path": "src/a.ts"}</input>\n</tool_use>',
  openers: () => [...GRAMMARS.keys()].map((text) => ({ text, where: 'anywhere' })),
  viable: (text, start) => grammarsAt(text, start).some((grammar) => taggedViable(grammar, text, start)),
  parse: (text, start, context) => {
    const grammar = grammarsAt(text, start).find((one) => taggedViable(one, text, start));
    return grammar === undefined
      ? undefined
      : parseTagged(grammar, { opener: text.slice(start, text.indexOf('>', start) + 1) }, text, start, context);
  },
};
