/*
 * <xai:function_call name="read_file">
 * <xai:parameter name="path">src/a.ts</xai:parameter>
 * </xai:function_call>
 */
import { attributeNamed, parameterHead } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

export const xaiFunctionCall = createTaggedFormat({
  id: 'xai-function-call',
  title: 'xAI function call',
  class: 'private',
  origin: 'Grok',
  sample: '<xai:function_call name="read_file">\n<xai:parameter name="path">src/a.ts</xai:parameter>\n</xai:function_call>',
  opener: '<xai:function_call',
  grammar: {
    section: undefined,
    call: attributeNamed('xai:function_call'),
    callClose: literal('</xai:function_call>'),
    callCloser: '</xai:function_call>',
    parameter: parameterHead('xai:parameter', false),
    parameterStart: '<xai:parameter',
    parameterClose: '</xai:parameter>',
    newline: 'verbatim',
    jsonBody: 'never',
    brokenStarts: ['<xai:parameter'],
  },
});
