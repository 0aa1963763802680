/** Text with its JSON escapes resolved; `at` maps a place in it back to the place in the original. */
export interface DecodedText {
  readonly text: string;
  at(index: number): number;
}

const shortEscapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '"': '"', '\\': '\\', '/': '/' };

const samePlace = (index: number): number => index;

export function decodeEscapes(raw: string): DecodedText {
  if (!raw.includes('\\')) return { text: raw, at: samePlace };
  const parts: string[] = [];
  // Places behind each escape: decoded and raw.
  const decodedMarks: number[] = [0];
  const rawMarks: number[] = [0];
  let length = 0;
  let at = 0;
  for (let slash = raw.indexOf('\\'); slash >= 0; slash = raw.indexOf('\\', at)) {
    const { text, end } = readEscape(raw, slash);
    parts.push(raw.slice(at, slash), text);
    length += slash - at;
    decodedMarks.push(length);
    rawMarks.push(slash);
    length += text.length;
    at = end;
    decodedMarks.push(length);
    rawMarks.push(at);
  }
  parts.push(raw.slice(at));
  return {
    text: parts.join(''),
    at: (index) => {
      let low = 0;
      let high = decodedMarks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((decodedMarks[middle] ?? 0) <= index) low = middle;
        else high = middle - 1;
      }
      return (rawMarks[low] ?? 0) + index - (decodedMarks[low] ?? 0);
    },
  };
}

function readEscape(raw: string, slash: number): { readonly text: string; readonly end: number } {
  const char = raw[slash + 1] ?? '';
  if (char === 'u') {
    const code = /^[0-9a-fA-F]{4}/.exec(raw.slice(slash + 2, slash + 6));
    if (code !== null) return { text: String.fromCharCode(Number.parseInt(code[0], 16)), end: slash + 6 };
  }
  const short = Object.hasOwn(shortEscapes, char) ? shortEscapes[char] : undefined;
  return short === undefined ? { text: '\\', end: slash + 1 } : { text: short, end: slash + 2 };
}
