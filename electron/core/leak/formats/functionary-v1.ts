import { createNamedJson } from '../named-json.ts';

// <|START_OF_FUNCTION_CALL|>get_weather:
// {"city": "Oslo"}<|END_OF_FUNCTION_CALL|>

/** Functionary 1. */
export const functionaryV1 = createNamedJson({
  id: 'functionary-v1',
  title: 'Functionary 1 call tokens',
  class: 'private',
  origin: 'Functionary v1',
  sample: '<|START_OF_FUNCTION_CALL|>get_weather:\n{"city": "Oslo"}<|END_OF_FUNCTION_CALL|>',
  openers: () => [{ text: '<|START_OF_FUNCTION_CALL|>', where: 'anywhere' }],
  lead: /<\|START_OF_FUNCTION_CALL\|>\s{0,4}/y,
  name: /[\w.-]{1,128}/y,
  between: /:\s{0,16}/y,
  closers: ['<|END_OF_FUNCTION_CALL|>'],
  closing: 'required',
  degraded: false,
});
