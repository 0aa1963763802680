import { createJsonEnvelope } from '../json-envelope.ts';

// <|function_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}

/** GigaChat 3 and 3.1: a token or a message header, and an object that closes itself. */
export const gigachat = createJsonEnvelope({
  id: 'gigachat',
  title: 'GigaChat function call',
  class: 'private',
  origin: 'GigaChat 3, 3.1',
  sample: '<|function_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}',
  openers: ['<|function_call|>', '<|message_sep|>\n\nfunction call<|role_sep|>\n'],
  closers: [],
  closing: 'optional',
  object: 'listed',
  array: 'never',
});
