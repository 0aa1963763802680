import { createJsonEnvelope } from '../json-envelope.ts';

// <tool_call>
// {"name": "get_weather", "arguments": {"city": "Oslo"}}
// </tool_call>

/** Hermes tags around JSON. One call a tag; xLAM puts an array in it. Granite 3.1's closer-less array is `granite-array`. */
export const hermesJson = createJsonEnvelope({
  id: 'hermes-json',
  title: 'Hermes tags with JSON',
  class: 'private',
  origin: 'Hermes, Qwen2.5, Qwen3, MiMo, Reka, ERNIE 4.5, Granite 4, xLAM-2',
  sample: '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n</tool_call>',
  openers: ['<tool_call>'],
  closers: ['</tool_call>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
});
