/**
 * A 128-bit hash of text as 32 hex digits: four MurmurHash3-style lanes over UTF-16 code units. Repeatable on every machine and in every
 * release (ids and stored decisions depend on it, contract 2.4 and 2.6), not meant against an adversary. Linear, no allocation per unit.
 */
export function stableHash(text: string): string {
  let a = 0x239b961b;
  let b = 0xab0e9789;
  let c = 0x38b34ae5;
  let d = 0xa1e38b93;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(rotate(a ^ Math.imul(unit, 0xcc9e2d51), 15) + b, 5) + 0x561ccd1b;
    b = Math.imul(rotate(b ^ Math.imul(unit, 0x1b873593), 16) + c, 5) + 0x0bcaa747;
    c = Math.imul(rotate(c ^ Math.imul(unit, 0x85ebca6b), 17) + d, 5) + 0x96cd1c35;
    d = Math.imul(rotate(d ^ Math.imul(unit, 0xc2b2ae35), 18) + a, 5) + 0x32ac3b17;
  }
  a = finish(a ^ text.length);
  b = finish(b ^ a);
  c = finish(c ^ b);
  d = finish(d ^ c);
  a = finish(a ^ d);
  return hex(a) + hex(b) + hex(c) + hex(d);
}

/** Hash of a list: `['ab','c']` and `['a','bc']` differ. */
export const stableHashOf = (parts: readonly string[]): string => stableHash(parts.map((part) => `${part.length}:${part}`).join(''));

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

function finish(value: number): number {
  let h = value ^ (value >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
