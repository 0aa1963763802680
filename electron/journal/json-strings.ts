/** A string value inside JSON text: where its content stands (without the quotation marks) and how to reach it. */
export interface JsonString {
  readonly start: number;
  readonly end: number;
  readonly path: readonly (string | number)[];
}

/** All string values of valid JSON text that stand at most `deepest` containers deep, in order. Linear; a key is part of the path, not a value. */
export function readJsonStrings(text: string, deepest: number): readonly JsonString[] {
  const found: JsonString[] = [];
  const path: (string | number)[] = [];
  // One entry per open container: true for an object that waits for a key.
  const objects: boolean[] = [];
  let expectKey = false;
  let at = 0;
  while (at < text.length) {
    const char = text[at];
    if (char === '"') {
      const end = endOfString(text, at + 1);
      if (expectKey) {
        path[path.length - 1] = keyOf(text.slice(at + 1, end));
        expectKey = false;
      } else if (path.length <= deepest) found.push({ start: at + 1, end, path: [...path] });
      at = end;
    } else if (char === '{' || char === '[') {
      objects.push(char === '{');
      path.push(char === '{' ? '' : 0);
      expectKey = char === '{';
    } else if (char === '}' || char === ']') {
      objects.pop();
      path.pop();
      expectKey = false;
    } else if (char === ',') {
      expectKey = objects.at(-1) === true;
      const last = path.at(-1);
      if (!expectKey && typeof last === 'number') path[path.length - 1] = last + 1;
    }
    at += 1;
  }
  return found;
}

/** The place of the closing quotation mark; the text's length when there is none. */
export function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (quote - 1 - slashes >= start && text[quote - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return quote;
    at = quote + 1;
  }
  return text.length;
}

function keyOf(raw: string): string {
  if (!raw.includes('\\')) return raw;
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}
