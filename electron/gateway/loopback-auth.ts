import { createHash, timingSafeEqual } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { HeaderPairs } from './header-rules.ts';

/** Who may talk to the gateway (interfaces 4.2). Pure checks: a local port is open to every page and program of the machine. */

const ipv4Loopback = /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/;

/** The name in a `Host` value or bind address: lower case, without port, brackets and final dot. Undefined: not a host at all. */
export function hostName(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  const bracketed = /^\[([0-9a-f:.]+)\](?::\d{1,5})?$/.exec(text);
  if (bracketed !== null) return bracketed[1];
  if (isIPv6(text)) return text;
  const plain = /^([a-z0-9._-]+?)\.?(?::\d{1,5})?$/.exec(text);
  return plain?.[1];
}

/** Loopback addresses and the names that resolve to them by rule (RFC 6761). */
export function isLoopbackName(name: string): boolean {
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (isIPv4(name)) return ipv4Loopback.test(name);
  return name === '::1' || (name.startsWith('::ffff:') && ipv4Loopback.test(name.slice('::ffff:'.length)));
}

/** DNS rebinding makes a foreign page send its own name as `Host`: only loopback, the bound address and listed names pass. */
export function isHostAllowed(host: string | undefined, allowed: readonly string[]): boolean {
  const name = host === undefined ? undefined : hostName(host);
  if (name === undefined) return false;
  return isLoopbackName(name) || allowed.some((entry) => hostName(entry) === name);
}

/** No `Origin`: not a page. Else the whole origin or its scheme must be listed (`gateway.allowedOrigins`). */
export function isOriginAllowed(origin: string | undefined, allowed: readonly string[]): boolean {
  if (origin === undefined) return true;
  const value = origin.trim().toLowerCase();
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//.exec(value)?.[1];
  return allowed.some((entry) => {
    const wanted = entry
      .trim()
      .toLowerCase()
      .replace(/:?\/*$/, '');
    return wanted !== '' && (wanted === value || wanted === scheme);
  });
}

/** Compares secrets without telling by time how much of them fits: hashes have one length and no useful order. */
export function isSameSecret(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** Headers in which agents carry an API key; the gateway token may stand there too. */
export const keyHeaders: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key']);

/** The key inside a key header: `Bearer KEY` or the value itself. */
export const keyIn = (value: string): string => value.replace(/^bearer\s+/i, '').trim();

/** Where a request presented the gateway token. `headers` are the lower-case names that hold it: they never go upstream. */
export interface PresentedToken {
  readonly matches: boolean;
  readonly headers: ReadonlySet<string>;
}

/** Looks for the token in the path prefix, `x-signalbox-token` and the key headers. */
export function presentedToken(pairs: HeaderPairs, pathToken: string | undefined, token: string): PresentedToken {
  const headers = new Set<string>();
  let matches = pathToken !== undefined && isSameSecret(pathToken, token);
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    const isKey = keyHeaders.has(key);
    if (!isKey && key !== 'x-signalbox-token') continue;
    if (!isSameSecret(isKey ? keyIn(value) : value.trim(), token)) continue;
    headers.add(key);
    matches = true;
  }
  return { matches, headers };
}
