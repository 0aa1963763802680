/** Headers in the order, spelling and number in which they came. */
export type HeaderPairs = readonly (readonly [string, string])[];

/** RFC 9110 7.6.1 and its old kin: they concern one connection only. `expect` was answered by our own server. */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'expect',
]);

/** Node's flat `rawHeaders` as pairs. */
export function pairsOf(rawHeaders: readonly string[]): HeaderPairs {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) pairs.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return pairs;
}

/** Pairs as the flat list that `writeHead` and `request` take without merging or renaming anything. */
export const flatOf = (pairs: HeaderPairs): string[] => pairs.flatMap(([name, value]) => [name, value]);

/** The first value of a header; `name` in lower case. */
export const headerOf = (pairs: HeaderPairs, name: string): string | undefined => pairs.find(([key]) => key.toLowerCase() === name)?.[1];

/** Every value of a header that came more than once; `name` in lower case. */
export const headersOf = (pairs: HeaderPairs, name: string): readonly string[] =>
  pairs.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);

/**
 * What passes to the other side (wire 3.2): all but hop-by-hop headers, those that `connection` names, `x-signalbox-*`, and those in
 * `without` (lower case).
 */
export function passedHeaders(pairs: HeaderPairs, without: ReadonlySet<string> = new Set()): HeaderPairs {
  const named = new Set<string>();
  for (const [name, value] of pairs) {
    if (name.toLowerCase() === 'connection') for (const part of value.split(',')) named.add(part.trim().toLowerCase());
  }
  return pairs.filter(([name]) => {
    const key = name.toLowerCase();
    return !hopByHop.has(key) && !named.has(key) && !key.startsWith('x-signalbox-') && !without.has(key);
  });
}

const framing: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'content-digest', 'content-md5', 'digest', 'etag']);

/** Response headers without those that would be wrong for a body that was decoded or may be changed. */
export const unframedHeaders = (headers: HeaderPairs): HeaderPairs => headers.filter(([name]) => !framing.has(name.toLowerCase()));
