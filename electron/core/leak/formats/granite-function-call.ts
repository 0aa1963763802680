import { createJsonEnvelope } from '../json-envelope.ts';

// <function_call> {"name": "get_weather", "arguments": {"city": "Oslo"}}

/** Granite 20b function calling: one tag a call, closed by its brace. */
export const graniteFunctionCall = createJsonEnvelope({
  id: 'granite-function-call',
  title: 'Granite function_call tag',
  class: 'private',
  origin: 'granite-20b-functioncalling',
  sample: '<function_call> {"name": "get_weather", "arguments": {"city": "Oslo"}}',
  openers: ['<function_call>'],
  closers: ['</function_call>'],
  closing: 'optional',
  object: 'listed',
  array: 'degraded',
});
