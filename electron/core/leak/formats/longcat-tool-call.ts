/*
 * <longcat_tool_call>read_file
 * <longcat_arg_key>path</longcat_arg_key>
 * <longcat_arg_value>src/a.ts</longcat_arg_value>
 * </longcat_tool_call>
 */
import { argKeyGrammar } from '../arg-key-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** LongCat with JSON inside the same tag is another format. */
export const longcatToolCall = createTaggedFormat({
  id: 'longcat-tool-call',
  title: 'LongCat tool call',
  class: 'private',
  origin: 'LongCat',
  sample:
    '<longcat_tool_call>read_file\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>src/a.ts</longcat_arg_value>\n</longcat_tool_call>',
  opener: '<longcat_tool_call>',
  grammar: argKeyGrammar('longcat_'),
});
