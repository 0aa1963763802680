/*
 * <tool_call>read_file
 * <arg_key>path</arg_key>
 * <arg_value>src/a.ts</arg_value>
 * </tool_call>
 */
import { argKeyGrammar } from '../arg-key-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** `<tool_call>` opens Hermes JSON and Qwen's function XML too: here a name follows it. The line feeds are optional (4.7 and later). */
export const glmToolCall = createTaggedFormat({
  id: 'glm-tool-call',
  title: 'GLM tool call',
  class: 'private',
  origin: 'GLM 4.5 to 5',
  sample: '<tool_call>read_file\n<arg_key>path</arg_key>\n<arg_value>src/a.ts</arg_value>\n</tool_call>',
  opener: '<tool_call>',
  grammar: argKeyGrammar(''),
});
