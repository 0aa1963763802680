/*
 * court
 * <invoke name="read_file">
 * <parameter name="path">src/a.ts</parameter>
 * </invoke>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import type { LeakFormat, Opener } from '../leak-format.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** The section was swallowed, or became one of these words on a line of its own: the word belongs to the envelope (formats-b 6). */
const WORDS = ['court', 'count', 'call'].map((word) => `${word}\n`);
const OPENER = '<invoke name=';

const plain = createTaggedFormat({
  id: 'bare-invoke',
  title: 'Invoke without its section',
  class: 'common',
  origin: 'Claude, DeepSeek with its bars dropped',
  sample: 'court\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>',
  opener: OPENER,
  orphanCloser: '</function_calls>',
  grammar: invokeGrammar({ prefix: '', section: undefined, marked: true }),
});

const openers: readonly Opener[] = [
  { text: OPENER, where: 'anywhere' },
  ...WORDS.map((word) => ({ text: `${word}${OPENER}`, where: 'line-start' as const })),
];

const wordLength = (text: string, start: number): number => WORDS.find((word) => text.startsWith(`${word}<`, start))?.length ?? 0;

export const bareInvoke: LeakFormat = {
  ...plain,
  openers: () => openers,
  viable: (text, start, context) => plain.viable(text, start + wordLength(text, start), context),
  parse: (text, start, context) => {
    const envelope = plain.parse(text, start + wordLength(text, start), context);
    return envelope === undefined ? undefined : { ...envelope, start };
  },
};
