import { createJsonEnvelope } from '../json-envelope.ts';

// <|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|tool_call_end|>

/** LFM2 tokens around a JSON list. */
export const lfm2Json = createJsonEnvelope({
  id: 'lfm2-json',
  title: 'LFM2 tokens with JSON',
  class: 'private',
  origin: 'LFM2 as SGLang reads it',
  sample: '<|tool_call_start|>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]<|tool_call_end|>',
  openers: ['<|tool_call_start|>'],
  closers: ['<|tool_call_end|>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
});
