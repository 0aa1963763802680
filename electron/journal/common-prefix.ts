const step = 64 * 1024;

/** Length of the common beginning of two texts. Slices are compared whole, which is far quicker than character by character. */
export function commonPrefix(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  while (at < end && one.slice(at, at + step) === other.slice(at, at + step)) at += step;
  while (at < end && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return Math.min(at, end);
}
