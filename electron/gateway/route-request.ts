import type { Dialect } from '../../shared/vocabulary.ts';
import type { Settings, UpstreamSetting } from '../../shared/settings.ts';
import { headerOf, type HeaderPairs } from './header-rules.ts';

/** Where a request goes. `path` is what the upstream gets: path and query. */
export interface UpstreamTarget {
  readonly name: string;
  readonly origin: URL;
  readonly path: string;
  readonly setting: UpstreamSetting;
}

export type Route =
  | { readonly type: 'health' }
  | { readonly type: 'unknown-upstream'; readonly name: string; readonly known: readonly string[] }
  | {
      readonly type: 'upstream';
      readonly target: UpstreamTarget;
      /** The dialect that the path names; undefined: the request is forwarded untouched. */
      readonly dialect: Dialect | undefined;
      /** `/up/NAME/`: the request stays at that upstream. */
      readonly named: boolean;
      /** Path and query without our own prefixes: what a fallback upstream's URL is joined with. */
      readonly rest: string;
    };

/** A request target taken apart: our own prefixes are gone from `rest`. */
export interface RequestTarget {
  /** From `/t/TOKEN/`. */
  readonly token: string | undefined;
  /** From `/up/NAME/`. */
  readonly upstream: string | undefined;
  readonly rest: string;
}

/** Takes `/t/TOKEN` and `/up/NAME` off a request target; an absolute-form target loses its origin first. */
export function splitTarget(url: string): RequestTarget {
  let rest = url.replace(/^https?:\/\/[^/?#]*/i, '');
  if (!rest.startsWith('/')) rest = `/${rest}`;
  const token = /^\/t\/([^/?#]{16,})(?=[/?#]|$)/.exec(rest);
  if (token !== null) rest = rest.slice(token[0].length);
  const upstream = /^\/up\/([A-Za-z0-9_.-]{1,64})(?=[/?#]|$)/.exec(rest);
  if (upstream !== null) rest = rest.slice(upstream[0].length);
  if (!rest.startsWith('/')) rest = `/${rest}`;
  return { token: token?.[1], upstream: upstream?.[1], rest };
}

/**
 * Chooses the upstream (interfaces 4.2): the named one, else the first, else the vendor's own address.
 * `dialectOf` reads the dialect off a method and a path without query.
 */
export function routeRequest(
  method: string,
  target: RequestTarget,
  headers: HeaderPairs,
  upstreams: Settings['upstreams'],
  dialectOf: (method: string, path: string) => Dialect | undefined,
): Route {
  const path = pathOf(target.rest);
  if (target.upstream === undefined && path === '/.signalbox/health') return { type: 'health' };
  const dialect = dialectOf(method, path);
  const names = Object.keys(upstreams);
  const name = target.upstream ?? defaultUpstream(upstreams);
  const setting = name !== undefined && Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  if (name !== undefined && setting !== undefined) {
    return {
      type: 'upstream',
      target: targetOf(name, setting, target.rest),
      dialect,
      named: target.upstream !== undefined,
      rest: target.rest,
    };
  }
  const vendor = vendorOf(name, path, dialect, headers);
  if (vendor === undefined) return { type: 'unknown-upstream', name: name ?? '', known: names };
  return {
    type: 'upstream',
    target: targetOf(vendor.name, { url: vendor.url }, target.rest),
    dialect,
    named: target.upstream !== undefined,
    rest: target.rest,
  };
}

/** The first upstream, apart from those that are asked by name only; undefined: the vendors, by route. */
export const defaultUpstream = (upstreams: Settings['upstreams']): string | undefined =>
  Object.keys(upstreams).find((name) => upstreams[name]?.onlyByName !== true);

/** The target that an upstream's setting gives for a request. */
export function targetOf(name: string, setting: UpstreamSetting, rest: string): UpstreamTarget {
  const origin = new URL(setting.url);
  return { name, origin, path: joinPath(origin, rest), setting };
}

const vendors: Readonly<Record<string, string>> = { openai: 'https://api.openai.com', anthropic: 'https://api.anthropic.com' };

/** The vendors' own addresses, by name (`/up/openai`) or by what the request looks like. `/v1` is added only to a dialect's path. */
function vendorOf(
  name: string | undefined,
  path: string,
  dialect: Dialect | undefined,
  headers: HeaderPairs,
): { readonly name: string; readonly url: string } | undefined {
  const looksAnthropic =
    dialect === 'anthropic-messages' ||
    (dialect === undefined && (headerOf(headers, 'anthropic-version') !== undefined || /\/v1\/(messages|complete)(\/|$)/.test(path)));
  const vendor = name ?? (looksAnthropic ? 'anthropic' : 'openai');
  const origin = Object.hasOwn(vendors, vendor) ? vendors[vendor] : undefined;
  return origin === undefined ? undefined : { name: vendor, url: dialect === undefined ? origin : `${origin}/v1` };
}

const pathOf = (target: string): string => target.split(/[?#]/, 1)[0] ?? '';
const version = /^v\d+(alpha|beta)?\d*$/;

/**
 * Joins an upstream's URL with a request target. A version segment is never doubled: the upstream's own wins (`…/v1` + `/v1/messages`,
 * `…/paas/v4` + `/v1/chat/completions`), and so does a longer common part (`/api/v1` + `/api/v1/models`). Escapes stay as they came.
 */
export function joinPath(upstream: URL, rest: string): string {
  const mark = rest.search(/[?#]/);
  const path = mark < 0 ? rest : rest.slice(0, mark);
  const query = mark < 0 ? '' : rest.slice(mark).replace(/#.*$/, '');
  const base = upstream.pathname.split('/').filter((segment) => segment !== '');
  const own = path.split('/').slice(1);
  const joined = `/${[...base, ...own.slice(overlap(base, own))].join('/')}`;
  const search = upstream.search === '' ? query : query === '' ? upstream.search : `${upstream.search}&${query.slice(1)}`;
  return joined + search;
}

/** How many leading segments of the request the upstream's path already holds. */
function overlap(base: readonly string[], own: readonly string[]): number {
  const last = base[base.length - 1];
  if (last === undefined || !version.test(last)) return 0;
  for (let count = Math.min(base.length, own.length); count > 0; count -= 1) {
    if (base.slice(-count).every((segment, index) => segment === own[index])) return count;
  }
  return own[0] !== undefined && version.test(own[0]) && own.length > 1 ? 1 : 0;
}
