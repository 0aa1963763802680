import type { TagGrammar } from './tag-grammar.ts';
import { literal, named, type TagReader } from './tag-reader.ts';

/** `<function=NAME>` with `<parameter=KEY>` elements, in a wrapper or without one (formats-b 1). Names run to the next `>`. */
export function functionGrammar(wrapper: { readonly open: string; readonly close: string } | undefined): TagGrammar {
  return {
    section: wrapper === undefined ? undefined : { open: literal(wrapper.open), close: [wrapper.close] },
    call: named('<function=', '>', '<{}"\'`\n\r\\'),
    callClose: literal('</function>'),
    callCloser: '</function>',
    parameter,
    parameterStart: '<parameter=',
    parameterClose: '</parameter>',
    newline: 'pair',
    // With a JSON object inside, the bare form is another format (Llama's custom tools).
    jsonBody: wrapper === undefined ? 'never' : 'degraded',
    brokenStarts: ['<param'],
  };
}

const key = named('<parameter=', '>', '<{}"\'`\n\r\\');

const parameter: TagReader<{ name: string; mark: undefined }> = (text, at) => {
  const read = key(text, at);
  return typeof read === 'object' ? { value: { name: read.value, mark: undefined }, end: read.end } : read;
};
