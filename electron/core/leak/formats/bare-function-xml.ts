/*
 * <function=read_file>
 * <parameter=path>
 * src/a.ts
 * </parameter>
 * </function>
 * </tool_call>
 */
import { functionGrammar } from '../function-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** The commonest Qwen leak: a server swallowed `<tool_call>` and left its closing tag, or both. People write it in documentation too. */
export const bareFunctionXml = createTaggedFormat({
  id: 'bare-function-xml',
  title: 'Function XML without its wrapper',
  class: 'common',
  origin: 'Qwen3-Coder and kin behind Ollama, Roo and others (degraded spellings)',
  sample: '<function=read_file>\n<parameter=path>\nsrc/a.ts\n</parameter>\n</function>\n</tool_call>',
  opener: '<function=',
  orphanCloser: '</tool_call>',
  grammar: functionGrammar(undefined),
});
