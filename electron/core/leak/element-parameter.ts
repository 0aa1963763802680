import type { ParameterHead } from './tag-grammar.ts';
import type { TagReader } from './tag-reader.ts';

export const ELEMENT_START = '<';
const ELEMENT = /^<([A-Za-z_][\w.-]{0,127})>/;
const ELEMENT_CUT = /^<(?:[A-Za-z_][\w.-]{0,127})?$/;

/** A parameter that is an element of its own name: `<path>src/a.ts</path>`. Only `known` names open one; inside it nothing but its own closing tag counts. */
export const elementParameter =
  (known: (name: string) => boolean): TagReader<ParameterHead> =>
  (text, at) => {
    const head = text.slice(at, at + 130);
    const name = ELEMENT.exec(head)?.[1];
    if (name === undefined) return at + head.length === text.length && ELEMENT_CUT.test(head) ? 'cut' : undefined;
    if (!known(name)) return undefined;
    return { value: { name, mark: undefined, tags: { open: `<${name}>`, close: `</${name}>` } }, end: at + name.length + 2 };
  };
