/*
 * <tool_use>
 * <name>read_file</name>
 * <input>{"path": "src/a.ts"}</input>
 * </tool_use>
 */
import { jsonElementGrammar } from '../json-element-grammar.ts';
import type { LeakFormat } from '../leak-format.ts';
import type { TagGrammar } from '../tag-grammar.ts';
import { literal, skipSpace } from '../tag-reader.ts';
import { parseTagged, taggedViable } from '../tagged-envelope.ts';

const ELEMENTS = ['tool_use', 'tool', 'tool_call', 'function_call'];
const NAMES = ['name', 'tool_name'];
const ARGUMENTS = ['input', 'arguments', 'parameters'];

interface Spelling {
  readonly opener: string;
  readonly nameTag: string;
  readonly grammar: TagGrammar;
}

const SPELLINGS: readonly Spelling[] = ELEMENTS.flatMap((element) =>
  NAMES.flatMap((name) =>
    ARGUMENTS.map((body) => ({ opener: `<${element}>`, nameTag: `<${name}>`, grammar: jsonElementGrammar(element, name, body) })),
  ),
);
const OPENERS: readonly string[] = ELEMENTS.map((element) => `<${element}>`);

/** The spellings that the text at `start` may still be, told from its first two tags. */
function spellingsAt(text: string, start: number): readonly Spelling[] {
  const opener = OPENERS.find((one) => text.startsWith(one, start));
  if (opener === undefined) return [];
  const place = skipSpace(text, start + opener.length);
  const next = text.slice(place, place + 11);
  if (!next.startsWith('<n') && !next.startsWith('<t') && next.length > 1) return [];
  return SPELLINGS.filter((one) => one.opener === opener && literal(one.nameTag)(text, place) !== undefined);
}

/** A name and a JSON object in elements of their own. Text that is no JSON object names no parameter: that is no call. */
export const jsonElement: LeakFormat = {
  id: 'json-element',
  title: 'Name and JSON in elements',
  class: 'common',
  origin: 'models that imitate the blocks of an API',
  sample: '<tool_use>\n<name>read_file</name>\n<input>{"path": "src/a.ts"}</input>\n</tool_use>',
  openers: () => OPENERS.map((text) => ({ text, where: 'anywhere' })),
  viable: (text, start) => spellingsAt(text, start).some(({ grammar }) => taggedViable(grammar, text, start)),
  parse: (text, start, context) => {
    const spelling = spellingsAt(text, start).find(({ grammar }) => taggedViable(grammar, text, start));
    return spelling === undefined ? undefined : parseTagged(spelling.grammar, spelling, text, start, context);
  },
};
