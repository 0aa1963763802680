import { createGemmaEnvelope } from '../gemma-envelope.ts';

// <start_function_call>call:get_weather{city:<escape>Oslo<escape>}<end_function_call>

/** FunctionGemma: strings between escape marks, whatever they look like. */
export const functionGemma = createGemmaEnvelope({
  id: 'function-gemma',
  title: 'FunctionGemma call',
  class: 'private',
  origin: 'FunctionGemma',
  sample: '<start_function_call>call:get_weather{city:<escape>Oslo<escape>}<end_function_call>',
  opener: '<start_function_call>',
  closer: '<end_function_call>',
  mark: '<escape>',
});
