/*
 * <tools>
 * {"name": "read_file", "arguments": {"path": "src/a.ts"}}
 * </tools>
 */
import { memberOf } from '../../text/json-spans.ts';
import { createJsonEnvelope } from '../json-envelope.ts';
import { readCallObject } from '../json-call.ts';
import type { LeakFormat } from '../leak-format.ts';

/** Prompts *list* tools in the same tag: an object with a description or a schema is a definition, never a call. */
const DEFINING = ['type', 'function', 'description', 'parameters', 'input_schema', 'inputSchema'];
const DEFINITION = 'a definition';

const envelope = createJsonEnvelope({
  id: 'tools-tag',
  title: 'JSON in tools',
  class: 'common',
  origin: 'Qwen2.5-Coder',
  sample: '<tools>\n{"name": "read_file", "arguments": {"path": "src/a.ts"}}\n</tools>',
  openers: ['<tools>'],
  closers: ['</tools>'],
  closing: 'required',
  object: 'listed',
  array: 'listed',
  separators: ['', ','],
  entry: (text, span) =>
    span.kind === 'object' && DEFINING.some((key) => memberOf(span, key) !== undefined)
      ? { status: 'shape', detail: DEFINITION, names: [] }
      : readCallObject(text, span, { name: ['name'], arguments: ['arguments'], id: ['id'] }),
});

export const toolsTag: LeakFormat = {
  ...envelope,
  parse: (text, start, context) => {
    const read = envelope.parse(text, start, context);
    return read?.status === 'malformed' && read.detail === DEFINITION ? undefined : read;
  },
};
