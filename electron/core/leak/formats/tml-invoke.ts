/*
 * <tml:function_calls>
 * <invoke name="read_file">
 * <parameter name="path">src/a.ts</parameter>
 * </invoke>
 * </tml:function_calls>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat, joinSpellings } from '../tagged-format.ts';

/** `prefix` stands on the inner tags: the damaged one throughout, or none. */
const spelling = (prefix: string) =>
  createTaggedFormat({
    id: 'tml-invoke',
    title: 'Invoke with a damaged namespace',
    class: 'common',
    origin: 'MiMo (formats-b 1a)',
    sample:
      '<tml:function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</tml:function_calls>',
    opener: '<tml:function_calls>',
    degraded: true,
    grammar: invokeGrammar({ prefix, section: { open: literal('<tml:function_calls>'), close: ['</tml:function_calls>'] }, marked: false }),
  });

/** Complete and symmetric, but a spelling that no template writes. */
export const tmlInvoke = joinSpellings(spelling(''), [spelling('tml:')]);
