import { createJsonEnvelope } from '../json-envelope.ts';

// function call
// {"name": "get_weather", "arguments": {"city": "Oslo"}}

/** GigaChat 3 whose separators a server dropped. */
export const gigachatWords = createJsonEnvelope({
  id: 'gigachat-words',
  title: 'GigaChat words without separators',
  class: 'common',
  origin: 'special tokens stripped by the server',
  sample: 'function call\n{"name": "get_weather", "arguments": {"city": "Oslo"}}',
  openers: ['function call\n'],
  where: 'line-start',
  closers: [],
  closing: 'optional',
  object: 'listed',
  array: 'never',
});
