import { createNamedJson } from '../named-json.ts';

// <function=get_weather>{"city": "Oslo"}</function>

/** Functionary 3.1 and Llama custom tools: the name in the tag, JSON in the element. The same tag around parameter elements is another format. */
export const functionaryTag = createNamedJson({
  id: 'functionary-tag',
  title: 'Function tag with JSON',
  class: 'private',
  origin: 'Functionary 3.1, Llama 3.1 custom tools (Groq failed_generation)',
  sample: '<function=get_weather>{"city": "Oslo"}</function>',
  openers: () => [{ text: '<function=', where: 'anywhere' }],
  lead: /<function=/y,
  name: /[^\s<>{}"'=]{1,128}(?=>)/y,
  between: />\s{0,16}/y,
  closers: ['</function>'],
  closing: 'required',
  degraded: false,
});
