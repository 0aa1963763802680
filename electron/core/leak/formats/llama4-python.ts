import { createPythonEnvelope } from '../python-envelope.ts';

// <|python_start|>[get_weather(city='Oslo')]<|python_end|>

/** Llama 4: a Python list between its tokens. Without the end token only for the operator to see. */
export const llama4Python = createPythonEnvelope({
  id: 'llama4-python',
  title: 'Llama 4 Python list',
  class: 'private',
  origin: 'Llama 4',
  sample: "<|python_start|>[get_weather(city='Oslo')]<|python_end|>",
  openers: ['<|python_start|>'],
  closers: ['<|python_end|>'],
  closing: 'degraded',
  body: 'list',
});
