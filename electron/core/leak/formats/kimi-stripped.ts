import { createNamedJson } from '../named-json.ts';

// functions.get_weather:0{"city": "Oslo"}

/** Kimi K2 whose special tokens a server dropped: the id and the object, often glued to the last word before. */
export const kimiStripped = createNamedJson({
  id: 'kimi-stripped',
  title: 'Kimi id and JSON without tokens',
  class: 'common',
  origin: 'special tokens stripped by the server; ik_llama.cpp function-call tests',
  sample: 'functions.get_weather:0{"city": "Oslo"}',
  openers: () => [{ text: 'functions.', where: 'anywhere' }],
  lead: /functions\./y,
  name: /[\w.-]{1,128}:\d{1,6}/y,
  between: /[ \t]{0,4}\n?/y,
  closers: [],
  closing: 'optional',
  degraded: false,
  readName: (written) => ({ name: written.replace(/:\d+$/, ''), nativeId: `functions.${written}` }),
});
