import { applyEdits, type FormattingOptions, modify, parse, type ParseError, printParseErrorCode } from 'jsonc-parser';
import { isJsonObject, type Json } from '../../../shared/json.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { ConfigText } from './config-text.ts';

/** JSON, with or without comments and final commas: both stay. */
export const jsoncText: ConfigText = {
  read(text) {
    if (text.trim() === '') return ok({});
    const errors: ParseError[] = [];
    const value = parse(text, errors, { allowTrailingComma: true }) as Json | undefined;
    const first = errors[0];
    if (first !== undefined) return fail(`it is no JSON: ${printParseErrorCode(first.error)} at character ${first.offset}`);
    return isJsonObject(value) ? ok(value) : fail('it does not hold an object');
  },
  write(text, path, value) {
    const start = text.trim() === '' ? '{}\n' : text;
    return ok(applyEdits(start, modify(start, [...path], value, { formattingOptions: formattingOf(text) })));
  },
};

/** New lines are indented like those that are there. */
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return {
    insertSpaces: !indent.includes('\t'),
    tabSize: indent.includes('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}
