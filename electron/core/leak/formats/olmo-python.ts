import { createPythonEnvelope } from '../python-envelope.ts';

// <function_calls>
// get_weather(city='Oslo')
// </function_calls>

/** OLMo 3: one Python call a line. */
export const olmoPython = createPythonEnvelope({
  id: 'olmo-python',
  title: 'OLMo 3 function_calls',
  class: 'private',
  origin: 'OLMo 3',
  sample: "<function_calls>\nget_weather(city='Oslo')\n</function_calls>",
  openers: ['<function_calls>'],
  closers: ['</function_calls>'],
  closing: 'required',
  body: 'lines',
});
