import { createJsonEnvelope } from '../json-envelope.ts';

// <TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</TOOLCALL>

/** Nemotron Nano v2: a list or an object between upper-case tags. */
export const nemotronToolcall = createJsonEnvelope({
  id: 'nemotron-toolcall',
  title: 'Nemotron TOOLCALL tags',
  class: 'private',
  origin: 'Nemotron Nano v2, Llama-Nemotron',
  sample: '<TOOLCALL>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</TOOLCALL>',
  openers: ['<TOOLCALL>'],
  closers: ['</TOOLCALL>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
});
