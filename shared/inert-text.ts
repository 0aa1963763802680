/**
 * Model text is inert (design 6, "Look"): what could redraw, reorder or hide text is cut out of it and named. A segment is either plain
 * text or one such sign. Linear in the text: one pass, each alternative bounded or ended by its own first character.
 */
export type InertSegment =
  | { readonly type: 'text'; readonly text: string; readonly start: number }
  | { readonly type: 'sign'; readonly code: string; readonly name: string; readonly start: number; readonly length: number };

const ansi = '\\u001b\\[[0-?]{0,64}[ -/]{0,16}[@-~]|\\u001b\\][^\\u0007\\u001b]{0,4096}(?:\\u0007|\\u001b\\\\)|\\u009b[0-?]{0,64}[@-~]';
const control = '[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]';
const invisible =
  '[\\u00a0\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u2000-\\u200f\\u2028-\\u202f\\u205f-\\u206f\\u2800\\u3000\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb]';
/** Marks stacked higher than any script writes them would draw over the lines around. */
const stacked = '\\p{M}{4,}';
const pattern = new RegExp(`(${ansi})|(${stacked})|${control}|${invisible}|[\\u{e0000}-\\u{e0fff}]|[\\ud800-\\udfff]`, 'gu');

const names: { readonly [code: string]: string } = {
  '0000': 'NUL',
  '0007': 'BEL',
  '0008': 'BS',
  '000D': 'CR',
  '001B': 'ESC',
  '007F': 'DEL',
  '00A0': 'NBSP',
  '00AD': 'SHY',
  '061C': 'ALM',
  '200B': 'ZWSP',
  '200C': 'ZWNJ',
  '200D': 'ZWJ',
  '200E': 'LRM',
  '200F': 'RLM',
  '2028': 'LSEP',
  '2029': 'PSEP',
  '202A': 'LRE',
  '202B': 'RLE',
  '202C': 'PDF',
  '202D': 'LRO',
  '202E': 'RLO',
  '2060': 'WJ',
  '2066': 'LRI',
  '2067': 'RLI',
  '2068': 'FSI',
  '2069': 'PDI',
  FEFF: 'BOM',
};

const hex = (text: string): string => (text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Cuts `text` into segments; `start` is an offset in UTF-16 units of `text` plus `offset`. */
export function inertSegments(text: string, offset = 0): readonly InertSegment[] {
  const segments: InertSegment[] = [];
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    if (match.index > from) segments.push({ type: 'text', text: text.slice(from, match.index), start: offset + from });
    const sequence = match[1] !== undefined && match[1].length > 1;
    const marks = match[2] !== undefined;
    const code = hex(match[0]);
    segments.push({
      type: 'sign',
      code: sequence ? 'ANSI' : marks ? `${[...match[0]].length} marks` : (names[code] ?? code),
      name: sequence ? 'terminal control sequence' : marks ? 'stacked combining marks' : `U+${code}`,
      start: offset + match.index,
      length: match[0].length,
    });
    from = match.index + match[0].length;
  }
  if (from < text.length) segments.push({ type: 'text', text: text.slice(from), start: offset + from });
  return segments;
}

/** One line for lists and titles: signs as ⟨RLO⟩, line breaks as ↵, at most `limit` characters. */
export function inertLine(text: string, limit = 400): string {
  const cut = text.length > limit ? text.slice(0, limit) : text;
  // Most of what a list shows is plain: it needs no cutting up.
  if (/^[ -~]*$/.test(cut)) return text.length > limit ? `${cut}…` : cut;
  const line = inertSegments(cut)
    .map((segment) => (segment.type === 'text' ? segment.text.replace(/\n/g, '↵').replace(/\t/g, ' ') : `⟨${segment.code}⟩`))
    .join('');
  return text.length > limit ? `${line}…` : line;
}
