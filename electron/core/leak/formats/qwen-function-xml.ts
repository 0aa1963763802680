/*
 * <tool_call>
 * <function=read_file>
 * <parameter=path>
 * src/a.ts
 * </parameter>
 * </function>
 * </tool_call>
 */
import { functionGrammar } from '../function-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** `<tool_call>` opens Hermes JSON and GLM too: what stands behind it decides, here `<function=`. */
export const qwenFunctionXml = createTaggedFormat({
  id: 'qwen-function-xml',
  title: 'Qwen function XML',
  class: 'private',
  origin: 'Qwen3-Coder, Qwen3.5 to 3.8, MiMo, Nemotron 3, Step 3.5, KAT',
  sample: '<tool_call>\n<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n</function>\n</tool_call>',
  opener: '<tool_call>',
  grammar: functionGrammar({ open: '<tool_call>', close: '</tool_call>' }),
});
