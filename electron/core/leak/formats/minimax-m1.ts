/*
 * <tool_calls>
 * {"name": "read_file", "arguments": {"path": "src/a.ts"}}
 * {"name": "read_file", "arguments": {"path": "src/b.ts"}}
 * </tool_calls>
 */
import { createJsonEnvelope } from '../json-envelope.ts';

/** Objects one after another. The tag is generic prose's too, and no model owns it: `common`. With an array inside it is another format. */
export const minimaxM1 = createJsonEnvelope({
  id: 'minimax-m1',
  title: 'JSON lines in tool_calls',
  class: 'common',
  origin: 'MiniMax M1 (formats-b 4a)',
  sample: '<tool_calls>\n{"name": "read_file", "arguments": {"path": "src/a.ts"}}\n</tool_calls>',
  openers: ['<tool_calls>'],
  closers: ['</tool_calls>'],
  closing: 'required',
  object: 'listed',
  array: 'never',
  separators: [''],
});
