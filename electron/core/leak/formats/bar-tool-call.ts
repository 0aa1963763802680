import { createJsonEnvelope } from '../json-envelope.ts';

// <|tool_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}<|/tool_call|>

/** Phi-4-mini: paired tokens around one object or a list. */
export const barToolCall = createJsonEnvelope({
  id: 'bar-tool-call',
  title: 'Paired tool_call tokens',
  class: 'private',
  origin: 'Phi-4-mini',
  sample: '<|tool_call|>{"name": "get_weather", "arguments": {"city": "Oslo"}}<|/tool_call|>',
  openers: ['<|tool_call|>'],
  closers: ['<|/tool_call|>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
});
