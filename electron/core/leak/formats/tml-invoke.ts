/*
 * <tml:function_calls>
 * <invoke name="read_file">
 * <parameter name="path">src/a.ts</parameter>
 * </invoke>
 * </tml:function_calls>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** A damaged namespace on the wrapper over bare inner tags: complete and symmetric, but a mixture. */
export const tmlInvoke = createTaggedFormat({
  id: 'tml-invoke',
  title: 'Invoke with a damaged namespace',
  class: 'common',
  origin: 'MiMo (formats-b 1a)',
  sample: '<tml:function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</tml:function_calls>',
  opener: '<tml:function_calls>',
  degraded: true,
  grammar: invokeGrammar({
    prefix: '',
    section: { open: literal('<tml:function_calls>'), close: ['</tml:function_calls>'] },
    marked: false,
  }),
});
