import { createNamedJson, perTool } from '../named-json.ts';

// get_weather[ARGS]{"city": "Oslo"}

/** Mistral whose first token a server dropped, or both: then only a name and an object are left. */
export const mistralStripped = createNamedJson({
  id: 'mistral-stripped',
  title: 'Mistral name and ARGS without the first token',
  class: 'common',
  origin: 'special tokens stripped by the server',
  sample: 'get_weather[ARGS]{"city": "Oslo"}',
  openers: (tools) => [
    ...perTool(
      tools,
      'anywhere',
      (name) => `${name}[ARGS]`,
      (name) => `${name}[CALL_ID]`,
    ),
    ...perTool(tools, 'line-start', (name) => `${name}{`),
  ],
  lead: /(?:)/y,
  name: /[\w.-]{1,128}/y,
  between: /(?:\[CALL_ID\][A-Za-z0-9]{0,40})?(?:\[ARGS\]\s{0,16})?/y,
  betweenWords: ['[ARGS]', '[CALL_ID]'],
  closers: [],
  closing: 'optional',
  degraded: false,
});
