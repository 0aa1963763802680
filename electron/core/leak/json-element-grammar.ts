import type { TagGrammar } from './tag-grammar.ts';
import { named, sequence, skipSpace, type TagReader } from './tag-reader.ts';

/** Tags around a name and one JSON object: `<tool_use><name>X</name><input>{…}</input></tool_use>`. The JSON grammar delimits the object. */
export function jsonElementGrammar(element: string, nameElement: string, argumentElement: string): TagGrammar {
  const open = sequence([`<${element}>`]);
  const name = named(`<${nameElement}>`, `</${nameElement}>`, '<>\n\r');
  const body = sequence([`<${argumentElement}>`]);
  const call: TagReader<string> = (text, at) => {
    const head = open(text, at);
    if (typeof head !== 'object') return head;
    const read = name(text, skipSpace(text, head.end));
    if (typeof read !== 'object') return read;
    const inner = body(text, skipSpace(text, read.end));
    return typeof inner === 'object' ? { value: read.value, end: inner.end } : inner;
  };
  const callCloser = `</${element}>`;
  return jsonBodyGrammar(call, sequence([`</${argumentElement}>`, callCloser]), callCloser);
}

/** A call whose body is one JSON object and nothing else. */
export const jsonBodyGrammar = (call: TagReader<string>, callClose: TagReader<unknown>, callCloser: string): TagGrammar => ({
  section: undefined,
  call,
  // An empty body is no JSON object: the end of the call counts only behind one.
  callClose,
  callCloser,
  parameter: () => undefined,
  parameterStart: '<',
  parameterClose: '</',
  newline: 'verbatim',
  jsonBody: 'listed',
  brokenStarts: [],
});
