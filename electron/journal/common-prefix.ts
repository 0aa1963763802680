import { Buffer } from 'node:buffer';

/** Compared natively, larger ones first. */
const blocks = [64 * 1024, 4096, 256];

/** How many leading bytes two bodies share. */
export function commonPrefix(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  for (const block of blocks)
    while (at + block <= length && Buffer.compare(left.subarray(at, at + block), right.subarray(at, at + block)) === 0) at += block;
  while (at < length && left[at] === right[at]) at += 1;
  return at;
}

/** How many trailing bytes two bodies share, `most` at most. */
export function commonSuffix(left: Uint8Array, right: Uint8Array, most: number): number {
  const length = Math.min(left.length, right.length, most);
  const end = (body: Uint8Array, at: number, size: number): Uint8Array => body.subarray(body.length - at - size, body.length - at);
  let at = 0;
  for (const block of blocks) while (at + block <= length && Buffer.compare(end(left, at, block), end(right, at, block)) === 0) at += block;
  while (at < length && left[left.length - 1 - at] === right[right.length - 1 - at]) at += 1;
  return at;
}
