/*
 * <minimax:tool_call>
 * <invoke name="read_file">
 * <parameter name="path">src/a.ts</parameter>
 * </invoke>
 * </minimax:tool_call>
 */
import { invokeGrammar } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

export const minimaxInvoke = createTaggedFormat({
  id: 'minimax-invoke',
  title: 'MiniMax invoke',
  class: 'private',
  origin: 'MiniMax M2 to M2.7',
  sample: '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">src/a.ts</parameter>\n</invoke>\n</minimax:tool_call>',
  opener: '<minimax:tool_call>',
  grammar: invokeGrammar({
    prefix: '',
    section: { open: literal('<minimax:tool_call>'), close: ['</minimax:tool_call>'] },
    marked: false,
  }),
});
