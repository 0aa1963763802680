import type { HeaderPairs } from './header-rules.ts';
import type { UpstreamTarget } from './route-request.ts';

/**
 * Headers whose `location` leads back through the gateway where an endpoint redirects to itself (a closing slash, another host's name for
 * one route). As it came the agent would follow it past Signalbox, and, since that is another origin to it, leave its key behind.
 * `askedAs`: the request target as the agent wrote it, with our own prefixes. A redirect to elsewhere stays as it came.
 */
export function withOwnLocation(headers: HeaderPairs, target: Pick<UpstreamTarget, 'origin' | 'path'>, askedAs: string): HeaderPairs {
  return headers.map(([name, value]) => (name.toLowerCase() === 'location' ? [name, ownLocation(value, target, askedAs)] : [name, value]));
}

function ownLocation(value: string, { origin, path }: Pick<UpstreamTarget, 'origin' | 'path'>, askedAs: string): string {
  const base = `${origin.origin}${path}`;
  if (!URL.canParse(value, base)) return value;
  const to = new URL(value, base);
  if (to.origin !== origin.origin) return value;
  const given = segmentsOf(path);
  const asked = segmentsOf(askedAs.replace(/^https?:\/\/[^/?#]*/i, ''));
  let shared = 0;
  while (shared < Math.min(given.length, asked.length) && given.at(-1 - shared) === asked.at(-1 - shared)) shared += 1;
  const theirs = given.slice(0, given.length - shared);
  const next = segmentsOf(to.pathname);
  if (shared === 0 || theirs.some((segment, index) => segment !== next[index])) return value;
  const ours = asked.slice(0, asked.length - shared);
  return `/${[...ours, ...next.slice(theirs.length)].join('/')}${to.search}${to.hash}`;
}

/** Segments behind the first slash; a closing slash is an empty last one. */
const segmentsOf = (path: string): readonly string[] => (path.split(/[?#]/, 1)[0] ?? '').replace(/^\/+/, '').split('/');
