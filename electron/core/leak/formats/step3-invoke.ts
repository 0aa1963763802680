/*
 * <｜tool_calls_begin｜>
 * <｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="read_file">
 * <steptml:parameter name="path">src/a.ts</steptml:parameter>
 * </steptml:invoke><｜tool_call_end｜>
 * <｜tool_calls_end｜>
 */
import { attributeNamed, invokeGrammar } from '../invoke-grammar.ts';
import { literal, sequence, skipSpace, type TagReader } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** Bars U+FF5C with ASCII underscores: DeepSeek's tokens have U+2581 instead. The word before the separator must be `function`. */
const frame = sequence(['<｜tool_call_begin｜>', 'function', '<｜tool_sep｜>']);
const invoke = attributeNamed('steptml:invoke');
const call: TagReader<string> = (text, at) => {
  const head = frame(text, at);
  return typeof head === 'object' ? invoke(text, skipSpace(text, head.end)) : head;
};

export const step3Invoke = createTaggedFormat({
  id: 'step3-invoke',
  title: 'Step 3 invoke',
  class: 'private',
  origin: 'Step 3',
  sample:
    '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="read_file">\n<steptml:parameter name="path">src/a.ts</steptml:parameter>\n</steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>',
  opener: '<｜tool_calls_begin｜>',
  grammar: {
    ...invokeGrammar({
      prefix: 'steptml:',
      section: { open: literal('<｜tool_calls_begin｜>'), close: ['<｜tool_calls_end｜>'] },
      marked: false,
    }),
    call,
    callClose: sequence(['</steptml:invoke>', '<｜tool_call_end｜>']),
    callCloser: '<｜tool_call_end｜>',
  },
});
