import { createJsonEnvelope } from '../json-envelope.ts';

// <|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|action_end|>

/** InternLM: the closer is a stop word that servers swallow. */
export const internlmPlugin = createJsonEnvelope({
  id: 'internlm-plugin',
  title: 'InternLM plugin action',
  class: 'private',
  origin: 'InternLM 2, 2.5, Intern-S1',
  sample: '<|action_start|><|plugin|>{"name": "get_weather", "parameters": {"city": "Oslo"}}<|action_end|>',
  openers: ['<|action_start|><|plugin|>', '<|action_start|>\n<|plugin|>', '<|action_start|> <|plugin|>'],
  closers: ['<|action_end|>'],
  closing: 'optional',
  object: 'listed',
  array: 'never',
});
