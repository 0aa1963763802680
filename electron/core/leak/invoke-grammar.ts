import type { ParameterHead, TagGrammar } from './tag-grammar.ts';
import { literal, named, oneOf, skipSpace, type TagReader } from './tag-reader.ts';

/** What differs between the dialects of `<invoke name="NAME"><parameter name="KEY">value</parameter></invoke>` (formats-b 3 to 6). */
export interface InvokeDialect {
  /** Stands before `invoke` and `parameter` in openers and closers. */
  readonly prefix: string;
  readonly section: TagGrammar['section'];
  /** `string="true|false"` may stand on a parameter: a mark that decides its type. */
  readonly marked: boolean;
}

/** Values are verbatim, types come from the mark or the schema, entities are never decoded (contract 2.4). */
export function invokeGrammar({ prefix, section, marked }: InvokeDialect): TagGrammar {
  return {
    section,
    call: attributeNamed(`${prefix}invoke`),
    callClose: literal(`</${prefix}invoke>`),
    callCloser: `</${prefix}invoke>`,
    parameter: parameterHead(`${prefix}parameter`, marked),
    parameterStart: `<${prefix}parameter`,
    parameterClose: `</${prefix}parameter>`,
    newline: 'verbatim',
    jsonBody: 'never',
    brokenStarts: [`<${prefix}parameter`, `<${prefix}invoke`],
  };
}

/** `<ELEMENT name="NAME">`; single quotes too. `blank` stands between element and attribute. */
export const attributeNamed = (element: string, blank = ' '): TagReader<string> => {
  const quoted = nameAttribute(element, blank);
  return (text, at) => {
    const read = quoted(text, at);
    if (typeof read !== 'object') return read;
    const close = literal('>')(text, skipSpace(text, read.end));
    return typeof close === 'object' ? { value: read.value, end: close.end } : close;
  };
};

/** `<ELEMENT name="KEY">`, with `string="true|false"` behind the name where the dialect has it. */
export const parameterHead = (element: string, marked: boolean, blank = ' '): TagReader<ParameterHead> => {
  const quoted = nameAttribute(element, blank);
  const marks: TagReader<ParameterHead['mark']> = oneOf([
    mapped(literal('string="true"'), 'string' as const),
    mapped(literal('string="false"'), 'json' as const),
  ]);
  return (text, at) => {
    const read = quoted(text, at);
    if (typeof read !== 'object') return read;
    let end = skipSpace(text, read.end);
    let mark: ParameterHead['mark'];
    if (marked && end > read.end) {
      const found = marks(text, end);
      if (found === 'cut') return 'cut';
      if (found !== undefined) {
        mark = found.value;
        end = skipSpace(text, found.end);
      }
    }
    const close = literal('>')(text, end);
    return typeof close === 'object' ? { value: { name: read.value, mark }, end: close.end } : close;
  };
};

const nameAttribute = (element: string, blank: string): TagReader<string> =>
  oneOf(['"', "'"].map((quote) => named(`<${element}${blank}name=${quote}`, quote, '<>\n\r')));

const mapped =
  <T>(reader: TagReader<unknown>, value: T): TagReader<T> =>
  (text, at) => {
    const read = reader(text, at);
    return typeof read === 'object' ? { value, end: read.end } : read;
  };
