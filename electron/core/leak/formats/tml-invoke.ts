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

/** `prefix` stands on the inner tags: the section's throughout, or none. */
const spelling = (prefix: string) =>
  createTaggedFormat({
    id: 'tml-invoke',
    title: 'Invoke in a tml section',
    class: 'private',
    origin: 'MiMo V2.5',
    sample:
      '<tml:function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</tml:function_calls>',
    opener: '<tml:function_calls>',
    degraded: false,
    grammar: invokeGrammar({ prefix, section: { open: literal('<tml:function_calls>'), close: ['</tml:function_calls>'] }, marked: false }),
  });

/** The section's tag is the model's own, and no person types it: complete and symmetric it is a call. */
export const tmlInvoke = joinSpellings(spelling(''), [spelling('tml:')]);
