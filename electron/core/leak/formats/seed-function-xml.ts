/*
 * <seed:tool_call>
 * <function=read_file>
 * <parameter=path>src/a.ts</parameter>
 * </function>
 * </seed:tool_call><seed:eos>
 */
import { functionGrammar } from '../function-grammar.ts';
import { createTaggedFormat } from '../tagged-format.ts';

export const seedFunctionXml = createTaggedFormat({
  id: 'seed-function-xml',
  title: 'Seed function XML',
  class: 'private',
  origin: 'Seed-OSS',
  sample: '<seed:tool_call>\n<function=read_file>\n<parameter=path>src/a.ts</parameter>\n</function>\n</seed:tool_call>',
  opener: '<seed:tool_call>',
  grammar: functionGrammar({ open: '<seed:tool_call>', close: '</seed:tool_call>' }),
});
