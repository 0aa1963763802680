import { createNamedJson, perTool } from '../named-json.ts';

// get_weather[ARGS]{"city": "Oslo"}

/** Mistral whose first token a server dropped. */
export const mistralStripped = createNamedJson({
  id: 'mistral-stripped',
  title: 'Mistral name and ARGS without the first token',
  class: 'common',
  origin: 'formats-a 3.4, stripped B',
  sample: 'get_weather[ARGS]{"city": "Oslo"}',
  openers: (tools) => perTool(tools, 'anywhere', (name) => `${name}[ARGS]`),
  lead: /(?:)/y,
  name: /[\w.-]{1,128}/y,
  between: /\[ARGS\]\s{0,16}/y,
  closers: [],
  closing: 'optional',
  degraded: false,
});
