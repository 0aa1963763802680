import { createNamedJson } from '../named-json.ts';

// commentary to=functions.get_weather json{"city": "Oslo"}

/** Harmony whose special tokens a server dropped: only the recipient, sometimes the type, and the object survive. */
export const harmonyStripped = createNamedJson({
  id: 'harmony-stripped',
  title: 'Harmony recipient without tokens',
  class: 'common',
  origin: 'special tokens stripped by the server; Rapid-MLX#480, hermes-agent#84231',
  sample: 'commentary to=functions.get_weather json{"city": "Oslo"}',
  openers: () => [
    { text: 'to=functions.', where: 'anywhere' },
    { text: 'commentary to=functions.', where: 'anywhere' },
    { text: 'assistantcommentary to=functions.', where: 'anywhere' },
  ],
  lead: /(?:(?:assistant)?commentary )?to=functions\./y,
  name: /[\w.-]{1,128}/y,
  between: /\s{0,8}(?:json|code)?\s{0,8}/y,
  betweenWords: ['json', 'code'],
  closers: [],
  closing: 'optional',
  degraded: false,
});
