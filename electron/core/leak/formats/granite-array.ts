import { createJsonEnvelope } from '../json-envelope.ts';

// <tool_call> [{"arguments": {"city": "Oslo"}, "name": "get_weather"}]

/** Granite 3.1+: the tag as plain text and a JSON list; nothing closes it but its bracket. */
export const graniteArray = createJsonEnvelope({
  id: 'granite-array',
  title: 'Granite list after a tag',
  class: 'private',
  origin: 'Granite 3.1 to 3.3',
  sample: '<tool_call> [{"arguments": {"city": "Oslo"}, "name": "get_weather"}]',
  openers: ['<tool_call>'],
  closers: ['</tool_call>'],
  closing: 'optional',
  object: 'never',
  array: 'listed',
});
