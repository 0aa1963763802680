/*
 * <function_calls>
 * <invoke name="read_file">
 * <parameter name="path">src/a.ts</parameter>
 * </invoke>
 * </function_calls>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/**
 * The section without a namespace: prompt guides write it, MiMo and Claude with a lost prefix do, and so does DeepSeek with its bars dropped
 * (then with `string="true|false"`, a mark that decides the type).
 */
export const strippedInvoke = createTaggedFormat({
  id: 'stripped-invoke',
  title: 'Invoke without namespace',
  class: 'common',
  origin: 'Claude, MiMo and DeepSeek with their prefix lost',
  sample: '<function_calls>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</function_calls>',
  opener: '<function_calls>',
  grammar: invokeGrammar({
    prefix: '',
    section: { open: literal('<function_calls>'), close: ['</function_calls>'] },
    marked: true,
  }),
});
