export const QUOTE = 0x22;
export const MINUS = 0x2d;
const BACKSLASH = 0x5c;
const PLUS = 0x2b;
const DOT = 0x2e;
const ZERO = 0x30;
const LITERALS: ReadonlyMap<number, string> = new Map([
  [0x74, 'true'],
  [0x66, 'false'],
  [0x6e, 'null'],
]);

/**
 * The `…End` functions answer with the exclusive end offset of the leaf that begins at `at`; 0 when the text ends inside it;
 * `-(offset + 1)` of the first unit that cannot belong to it. (A number instead of an object: this is the hot loop.)
 */
const UNFINISHED = 0;
const fault = (at: number): number => -at - 1;

/** The end of a string, number or literal. */
export function leafEnd(text: string, at: number, unit: number): number {
  if (unit === QUOTE) return stringEnd(text, at);
  if (unit === MINUS || isDigit(unit)) return numberEnd(text, at);
  return literalEnd(text, at, LITERALS.get(unit));
}

/** `at` is the opening quote. Control characters and unknown escapes are faults; lone surrogates are not (RFC 8259, 8.2). */
export function stringEnd(text: string, at: number): number {
  for (let place = at + 1; place < text.length; place += 1) {
    const unit = text.charCodeAt(place);
    if (unit === QUOTE) return place + 1;
    if (unit < 0x20) return fault(place);
    if (unit !== BACKSLASH) continue;
    place += 1;
    if (place >= text.length) return UNFINISHED;
    const escape = text[place] ?? '';
    if (escape !== 'u') {
      if (!'"\\/bfnrt'.includes(escape)) return fault(place);
      continue;
    }
    for (let digit = 1; digit <= 4; digit += 1) {
      if (place + digit >= text.length) return UNFINISHED;
      if (!isHex(text.charCodeAt(place + digit))) return fault(place + digit);
    }
    place += 4;
  }
  return UNFINISHED;
}

function numberEnd(text: string, at: number): number {
  let place = text.charCodeAt(at) === MINUS ? at + 1 : at;
  if (place >= text.length) return UNFINISHED;
  if (!isDigit(text.charCodeAt(place))) return fault(place);
  place = text.charCodeAt(place) === ZERO ? place + 1 : digitsEnd(text, place);
  if (isDigit(text.charCodeAt(place))) return fault(place);
  if (text.charCodeAt(place) === DOT) {
    const end = digitsEnd(text, place + 1);
    if (end === place + 1) return end >= text.length ? UNFINISHED : fault(end);
    place = end;
  }
  if ((text.charCodeAt(place) | 0x20) === 0x65) {
    const sign = text.charCodeAt(place + 1);
    const from = sign === PLUS || sign === MINUS ? place + 2 : place + 1;
    const end = digitsEnd(text, from);
    if (end === from) return end >= text.length ? UNFINISHED : fault(end);
    place = end;
  }
  return place;
}

function literalEnd(text: string, at: number, word: string | undefined): number {
  if (word === undefined) return fault(at);
  for (let offset = 0; offset < word.length; offset += 1) {
    if (at + offset >= text.length) return UNFINISHED;
    if (text.charCodeAt(at + offset) !== word.charCodeAt(offset)) return fault(at + offset);
  }
  return at + word.length;
}

function digitsEnd(text: string, at: number): number {
  let place = at;
  while (isDigit(text.charCodeAt(place))) place += 1;
  return place;
}

export const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39;
const isHex = (unit: number): boolean => isDigit(unit) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x66);
