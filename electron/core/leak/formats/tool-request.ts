/*
 * [TOOL_REQUEST]
 * {"name": "read_file", "arguments": {"path": "src/a.ts"}}
 * [END_TOOL_REQUEST]
 */
import { createJsonEnvelope } from '../json-envelope.ts';

/** LM Studio's own prompt for models without native support: unmistakable tokens around JSON, one object a pair. */
export const toolRequest = createJsonEnvelope({
  id: 'tool-request',
  title: 'TOOL_REQUEST',
  class: 'private',
  origin: 'LM Studio',
  sample: '[TOOL_REQUEST]\n{"name": "read_file", "arguments": {"path": "src/a.ts"}}\n[END_TOOL_REQUEST]',
  openers: ['[TOOL_REQUEST]'],
  closers: ['[END_TOOL_REQUEST]'],
  closing: 'required',
  object: 'listed',
  array: 'never',
});
