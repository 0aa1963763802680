/*
 * <function name="read_file"><param name="path">src/a.ts</param></function>
 */
import { attributeNamed, parameterHead } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat } from '../tagged-format.ts';

/** Real XML: a value that is one CDATA section is unwrapped. No token of its own, so people write it too. */
export const minicpmFunction = createTaggedFormat({
  id: 'minicpm-function',
  title: 'MiniCPM function',
  class: 'common',
  origin: 'MiniCPM 5 (formats-b 1e)',
  sample: '<function name="read_file"><param name="path">src/a.ts</param></function>',
  opener: '<function name=',
  grammar: {
    section: undefined,
    call: attributeNamed('function'),
    callClose: literal('</function>'),
    callCloser: '</function>',
    parameter: parameterHead('param', false),
    parameterStart: '<param',
    parameterClose: '</param>',
    newline: 'verbatim',
    cdata: true,
    jsonBody: 'never',
    brokenStarts: [],
  },
});
