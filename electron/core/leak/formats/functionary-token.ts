import { createNamedJson } from '../named-json.ts';

// <|reserved_special_token_249|>get_weather
// {"city": "Oslo"}

/** Functionary 2 for Llama 3: a reserved token, the recipient, a line end, the arguments; `<|stop|>` ends it. */
export const functionaryToken = createNamedJson({
  id: 'functionary-token',
  title: 'Functionary recipient token',
  class: 'private',
  origin: 'Functionary v2.llama3',
  sample: '<|reserved_special_token_249|>get_weather\n{"city": "Oslo"}',
  openers: () => [{ text: '<|reserved_special_token_249|>', where: 'anywhere' }],
  lead: /<\|reserved_special_token_249\|>\s{0,4}/y,
  name: /[\w.-]{1,128}/y,
  between: /[ \t]{0,4}\r?\n\s{0,16}/y,
  closers: [],
  closing: 'optional',
  degraded: false,
  readName: (written) => (written === 'all' ? undefined : { name: written, nativeId: undefined }),
});
