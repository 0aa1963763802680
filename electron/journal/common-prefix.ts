import { Buffer } from 'node:buffer';

const block = 64 * 1024;

/** How many leading bytes two bodies share. */
export function commonPrefix(left: Uint8Array, right: Uint8Array): number {
  const length = Math.min(left.length, right.length);
  let at = 0;
  while (at + block <= length && Buffer.compare(left.subarray(at, at + block), right.subarray(at, at + block)) === 0) at += block;
  while (at < length && left[at] === right[at]) at += 1;
  return at;
}
