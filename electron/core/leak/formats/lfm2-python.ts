import { createPythonEnvelope } from '../python-envelope.ts';

// <|tool_call_start|>[get_weather(city='Oslo')]<|tool_call_end|>

/** LFM2: a Python list, or one call, between its tokens. */
export const lfm2Python = createPythonEnvelope({
  id: 'lfm2-python',
  title: 'LFM2 Python list',
  class: 'private',
  origin: 'LFM2',
  sample: "<|tool_call_start|>[get_weather(city='Oslo')]<|tool_call_end|>",
  openers: ['<|tool_call_start|>'],
  closers: ['<|tool_call_end|>'],
  closing: 'required',
  body: 'list',
});
