import { createJsonEnvelope } from '../json-envelope.ts';

// <tool_calls>
// {"name": "get_weather", "arguments": {"city": "Oslo"}}
// </tool_calls>

/** MiniMax-M1: one object a line, the first on a line of its own. */
export const toolCallsLines = createJsonEnvelope({
  id: 'tool-calls-lines',
  title: 'tool_calls tags with JSON lines',
  class: 'private',
  origin: 'MiniMax-M1',
  sample: '<tool_calls>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_calls>',
  openers: ['<tool_calls>\n'],
  closers: ['</tool_calls>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
  separators: [''],
});
