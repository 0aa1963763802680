import { createJsonEnvelope } from '../json-envelope.ts';
import { withPreludes } from '../prelude.ts';

// <tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls>

/** Jamba, Hunyuan and Apriel: a list between tags. A single object is only for the operator to see. */
export const toolCallsArray = withPreludes(
  createJsonEnvelope({
    id: 'tool-calls-array',
    title: 'tool_calls tags with a list',
    class: 'private',
    origin: 'Jamba, Hunyuan, Apriel',
    sample: '<tool_calls>[{"name": "get_weather", "arguments": {"city": "Oslo"}}]</tool_calls>',
    openers: ['<tool_calls>'],
    closers: ['</tool_calls>'],
    closing: 'required',
    object: 'degraded',
    array: 'listed',
    separators: [''],
  }),
  // Hunyuan wraps it in an answer element; the closer of that is an end token.
  [{ open: '<answer>', close: '', visible: false }],
);
