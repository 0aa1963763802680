import { createJsonEnvelope } from '../json-envelope.ts';

// functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]

/** A word and a JSON list that closes itself. Anything but an object in the bracket is Python prose. */
export const functools = createJsonEnvelope({
  id: 'functools',
  title: 'functools list',
  class: 'private',
  origin: 'Phi-4-mini, FireFunction',
  sample: 'functools[{"name": "get_weather", "arguments": {"city": "Oslo"}}]',
  openers: ['functools['],
  bodyInOpener: 1,
  closers: [],
  closing: 'optional',
  object: 'never',
  array: 'listed',
});
