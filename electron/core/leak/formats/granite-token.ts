import { createJsonEnvelope } from '../json-envelope.ts';

// <|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]

/**
 * Granite 3.0: one token and a JSON list that closes itself. An object instead of the list is only for the operator to see. Half of Phi's closer behind it
 * means that the reply was cut.
 */
export const graniteToken = createJsonEnvelope({
  id: 'granite-token',
  title: 'Granite list after a token',
  class: 'private',
  origin: 'Granite 3.0',
  sample: '<|tool_call|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
  openers: ['<|tool_call|>'],
  closers: ['<|/tool_call|>'],
  closing: 'optional',
  object: 'degraded',
  array: 'listed',
});
