import { createJsonEnvelope } from '../json-envelope.ts';

// <longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</longcat_tool_call>

/** LongCat with JSON; its key and value tags are another format. */
export const longcatJson = createJsonEnvelope({
  id: 'longcat-json',
  title: 'LongCat tag with JSON',
  class: 'private',
  origin: 'LongCat',
  sample: '<longcat_tool_call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</longcat_tool_call>',
  openers: ['<longcat_tool_call>'],
  closers: ['</longcat_tool_call>'],
  closing: 'required',
  object: 'listed',
  array: 'never',
});
