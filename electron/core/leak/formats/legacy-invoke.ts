/*
 * <function_calls>
 * <invoke>
 * <tool_name>read_file</tool_name>
 * <parameters>
 * <path>src/a.ts</path>
 * </parameters>
 * </invoke>
 * </function_calls>
 */
import { elementParameter, ELEMENT_START } from '../element-parameter.ts';
import { literal, named, sequence, skipSpace, type TagReader } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

const toolName = named('<tool_name>', '</tool_name>', '<>\n\r');
const call: TagReader<string> = (text, at) => {
  const invoke = literal('<invoke>')(text, at);
  if (typeof invoke !== 'object') return invoke;
  const name = toolName(text, skipSpace(text, invoke.end));
  if (typeof name !== 'object') return name;
  const parameters = literal('<parameters>')(text, skipSpace(text, name.end));
  return typeof parameters === 'object' ? { value: name.value, end: parameters.end } : parameters;
};

/** The prompt format of 2023, still in guides and training data. */
export const legacyInvoke = createTaggedFormat({
  id: 'legacy-invoke',
  title: 'Invoke with tool_name and parameters',
  class: 'common',
  origin: 'the first Claude prompt format',
  sample:
    '<function_calls>\n<invoke>\n<tool_name>read_file</tool_name>\n<parameters>\n<path>src/a.ts</path>\n</parameters>\n</invoke>\n</function_calls>',
  opener: '<function_calls>',
  grammar: {
    section: { open: literal('<function_calls>'), close: ['</function_calls>'] },
    call,
    callClose: sequence(['</parameters>', '</invoke>']),
    callCloser: '</invoke>',
    parameter: elementParameter(() => true),
    parameterStart: ELEMENT_START,
    parameterClose: '</',
    newline: 'verbatim',
    jsonBody: 'never',
    brokenStarts: [],
  },
});
