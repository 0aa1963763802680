import { createJsonEnvelope } from '../json-envelope.ts';

// <|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}; {"name": "ping", "parameters": {}}

/** Llama 3: JSON objects behind the tag, separated by semicolons or lines; balanced JSON closes it. */
export const llamaPythonTag = createJsonEnvelope({
  id: 'llama-python-tag',
  title: 'Llama python_tag with JSON',
  class: 'private',
  origin: 'Llama 3.1 to 3.3',
  sample: '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Oslo"}}; {"name": "ping", "parameters": {}}',
  openers: ['<|python_tag|>'],
  closers: [],
  closing: 'optional',
  object: 'listed',
  array: 'degraded',
  separators: [';', ''],
});
