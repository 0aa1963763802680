/*
 * <function name="read_file"><param name="path">src/a.ts</param></function>
 */
import { attributeNamed, parameterHead } from '../invoke-grammar.ts';
import { literal } from '../tag-reader.ts';
import { createTaggedFormat, joinSpellings } from '../tagged-format.ts';

/** `blank` stands between an element and its attribute. */
const spelling = (blank: string, degraded: boolean) =>
  createTaggedFormat({
    id: 'minicpm-function',
    title: 'MiniCPM function',
    class: 'common',
    origin: 'MiniCPM 5',
    sample: '<function name="read_file"><param name="path">src/a.ts</param></function>',
    opener: `<function${blank}name=`,
    degraded,
    grammar: {
      section: undefined,
      call: attributeNamed('function', blank),
      callClose: literal('</function>'),
      callCloser: '</function>',
      parameter: parameterHead('param', false, blank),
      parameterStart: '<param',
      parameterClose: '</param>',
      newline: 'verbatim',
      cdata: true,
      jsonBody: 'never',
      brokenStarts: [],
    },
  });

/**
 * Real XML: a value that is one CDATA section is unwrapped. No token of its own, so people write it too. A tokenizer leaves its mark for
 * a blank, or nothing, inside the tags.
 */
export const minicpmFunction = joinSpellings(spelling(' ', false), [spelling('Ġ', true), spelling('', true)]);
