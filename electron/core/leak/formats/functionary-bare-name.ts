import { createNamedJson, perTool } from '../named-json.ts';

// get_weather
// {"city": "Oslo"}

/** Functionary 3.2 where the prompt ended in the arrows: the reply begins with the recipient's name. */
export const functionaryBareName = createNamedJson({
  id: 'functionary-bare-name',
  title: 'Name and JSON on two lines',
  class: 'common',
  origin: 'Functionary v3.2 behind a prompt that ends in >>>',
  sample: 'get_weather\n{"city": "Oslo"}',
  openers: (tools) => perTool(tools, 'reply-start', (name) => `${name}\n`),
  lead: /(?:)/y,
  name: /[\w.-]{1,128}/y,
  between: /\n\s{0,16}/y,
  closers: [],
  closing: 'optional',
  degraded: false,
});
