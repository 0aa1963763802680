/** JSON as it is written, for colour and layout only: tokens are never parsed, so that big numbers and escapes stay as sent. */
export interface JsonToken {
  readonly type: 'key' | 'string' | 'number' | 'punctuation' | 'space' | 'other';
  readonly text: string;
}

/** Splits any text into tokens; joined they give the text again. One pass: an unclosed string takes the rest, whatever is in it. */
export function jsonTokens(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let lastString = -1;
  let at = 0;
  while (at < text.length) {
    const end = tokenEnd(text, at);
    const part = text.slice(at, end);
    const type = typeOf(part);
    const key = lastString === -1 ? undefined : tokens[lastString];
    if (part === ':' && key !== undefined) tokens[lastString] = { ...key, type: 'key' };
    if (type !== 'space') lastString = type === 'string' ? tokens.length : -1;
    tokens.push({ type, text: part });
    at = end;
  }
  return tokens;
}

const isSpace = (char: string | undefined): boolean => char === ' ' || char === '\n' || char === '\t' || char === '\r';
const isMark = (char: string | undefined): boolean => char !== undefined && '{}[],:'.includes(char);

function tokenEnd(text: string, start: number): number {
  const first = text[start];
  if (isMark(first)) return start + 1;
  let at = start + 1;
  if (first === '"') {
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return Math.min(text.length, at + 1);
  }
  if (isSpace(first)) {
    while (at < text.length && isSpace(text[at])) at += 1;
    return at;
  }
  while (at < text.length && text[at] !== '"' && !isMark(text[at]) && !isSpace(text[at])) at += 1;
  return at;
}

function typeOf(part: string): JsonToken['type'] {
  const first = part[0] ?? '';
  if (first === '"') return 'string';
  if (isSpace(first)) return 'space';
  if (isMark(first)) return 'punctuation';
  return /^(?:-?\d|true$|false$|null$)/.test(part) ? 'number' : 'other';
}

/**
 * The same tokens with line breaks and indents for reading; what is no valid JSON is returned as it is. Only white space between tokens
 * differs from the original.
 */
export function layoutJson(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  let out = '';
  let depth = 0;
  let open = false;
  for (const { type, text: part } of jsonTokens(text)) {
    if (type === 'space') continue;
    const closes = part === '}' || part === ']';
    if (closes) depth -= 1;
    if (open ? !closes : closes) out += `\n${'  '.repeat(Math.min(depth, 40))}`;
    open = false;
    out += part;
    if (type !== 'punctuation') continue;
    if (part === '{' || part === '[') {
      depth += 1;
      open = true;
    } else if (part === ',') out += `\n${'  '.repeat(Math.min(depth, 40))}`;
    else if (part === ':') out += ' ';
  }
  return out;
}
