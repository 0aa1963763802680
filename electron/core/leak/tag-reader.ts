/**
 * What a reader finds at a place: the thing and where it ends; `cut` when the text ends before it could be told; undefined when
 * something else stands there.
 */
type TagRead<T> = { readonly value: T; readonly end: number } | 'cut' | undefined;
export type TagReader<T> = (text: string, at: number) => TagRead<T>;

/** White space between tags, Unicode's included (formats-b 0.1). */
export function skipSpace(text: string, at: number): number {
  let place = at;
  while (place < text.length && isSpace(text.charCodeAt(place))) place += 1;
  return place;
}

const isSpace = (unit: number): boolean =>
  unit === 0x20 ||
  (unit >= 0x09 && unit <= 0x0d) ||
  unit === 0xa0 ||
  unit === 0x3000 ||
  unit === 0x2028 ||
  unit === 0x2029 ||
  unit === 0x85;

/** One exact literal. */
export const literal =
  (text: string): TagReader<undefined> =>
  (source, at) => {
    if (source.startsWith(text, at)) return { value: undefined, end: at + text.length };
    return source.length - at < text.length && text.startsWith(source.slice(at)) ? 'cut' : undefined;
  };

/** The first of several readers that does not say no. */
export const oneOf =
  <T>(readers: readonly TagReader<T>[]): TagReader<T> =>
  (text, at) => {
    let cut = false;
    for (const reader of readers) {
      const read = reader(text, at);
      if (read === 'cut') cut = true;
      else if (read !== undefined) return read;
    }
    return cut ? 'cut' : undefined;
  };

/** Literals one after another, white space allowed between them. */
export const sequence = (parts: readonly string[]): TagReader<undefined> => {
  const readers = parts.map(literal);
  return (text, at) => {
    let place = at;
    for (const [index, reader] of readers.entries()) {
      const from = index === 0 ? place : skipSpace(text, place);
      const read = reader(text, from);
      if (typeof read !== 'object') return read;
      place = read.end;
    }
    return { value: undefined, end: place };
  };
};

/** Longest name of a tool or a parameter that is looked for. */
const LONGEST_NAME = 256;

/** `before` NAME `after`: the name is what stands between, trimmed; none of `never` may occur in it. */
export const named =
  (before: string, after: string, never: string): TagReader<string> =>
  (text, at) => {
    const head = literal(before)(text, at);
    if (typeof head !== 'object') return head;
    for (let end = head.end; end <= head.end + LONGEST_NAME; end += 1) {
      if (end >= text.length) return 'cut';
      if (text.startsWith(after, end)) return { value: text.slice(head.end, end).trim(), end: end + after.length };
      if (text.length - end < after.length && after.startsWith(text.slice(end))) return 'cut';
      if (never.includes(text.charAt(end))) return undefined;
    }
    return undefined;
  };
