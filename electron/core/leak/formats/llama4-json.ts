import { createJsonEnvelope } from '../json-envelope.ts';

// <|python_start|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|python_end|>

/** Llama 4: JSON between its Python tokens. Without the end token only for the operator to see. */
export const llama4Json = createJsonEnvelope({
  id: 'llama4-json',
  title: 'Llama 4 tokens with JSON',
  class: 'private',
  origin: 'Llama 4',
  sample: '<|python_start|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|python_end|>',
  openers: ['<|python_start|>'],
  closers: ['<|python_end|>'],
  closing: 'degraded',
  object: 'listed',
  array: 'listed',
  separators: [';', ''],
});
