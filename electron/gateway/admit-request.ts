import type { Settings } from '../../shared/settings.ts';
import { headerOf, headersOf, type HeaderPairs } from './header-rules.ts';
import { isHostAllowed, isOriginAllowed, keyHeaders, presentedToken } from './loopback-auth.ts';
import type { Refusal } from './refuse-request.ts';
import type { UpstreamTarget } from './route-request.ts';

const none: ReadonlySet<string> = new Set();

/**
 * Whether a request may come in at all: its `Host` and `Origin` (interfaces 4.2), each of them where one is sent twice. `bound` is the
 * address that we listen on.
 */
export function refusalOfOrigin(headers: HeaderPairs, settings: Settings, bound: string): Refusal | undefined {
  const allowedHosts = [...settings['gateway.allowedHosts'], bound];
  const hosts = headersOf(headers, 'host');
  const host = hosts.length === 0 ? undefined : hosts.find((one) => !isHostAllowed(one, allowedHosts));
  if (hosts.length === 0 || host !== undefined) {
    return {
      status: 403,
      code: 'signalbox_host',
      message: `Signalbox refused this request: its Host "${(host ?? '').slice(0, 200)}" is not a loopback name. A foreign name may be a web page that reaches into this machine. Use 127.0.0.1 or localhost, or list the name in gateway.allowedHosts.`,
    };
  }
  const origin = headersOf(headers, 'origin').find((one) => !isOriginAllowed(one, settings['gateway.allowedOrigins']));
  if (origin !== undefined) {
    return {
      status: 403,
      code: 'signalbox_origin',
      message: `Signalbox refused this request: it comes from a web page (${(origin ?? '').slice(0, 200)}). Pages may not use the model endpoint unasked. List the origin or its scheme in gateway.allowedOrigins if you trust it.`,
    };
  }
  return undefined;
}

export type TokenCheck =
  | { readonly type: 'admitted'; readonly tokenHeaders: ReadonlySet<string> }
  | { readonly type: 'refused'; readonly refusal: Refusal };

/** What the token check knows besides the settings: who can reach us, and the token that was made for stored keys. */
export interface TokenGround {
  readonly loopback: boolean;
  readonly keyToken?: string | undefined;
}

/**
 * The gateway token is due where one is set, where we listen beyond loopback, and where the upstream's key is stored here. A token that is
 * presented without need is taken out of the headers all the same: it never goes upstream.
 */
export function checkToken(
  headers: HeaderPairs,
  pathToken: string | undefined,
  settings: Settings,
  target: UpstreamTarget,
  { loopback, keyToken }: TokenGround,
): TokenCheck {
  const own = settings['gateway.token'];
  const token = own ?? keyToken ?? null;
  const storedKey = target.setting.key !== undefined;
  const presented = token === null ? undefined : presentedToken(headers, pathToken, token);
  if (presented?.matches === true) return { type: 'admitted', tokenHeaders: presented.headers };
  if (own === null && !storedKey && loopback) return { type: 'admitted', tokenHeaders: none };
  const why = storedKey
    ? `The key of the model endpoint "${target.name}" is stored in Signalbox, so agents must show the gateway token.`
    : 'This gateway asks for its token.';
  const next =
    token === null
      ? 'Set gateway.token in the settings first, then send it'
      : 'Send it as x-signalbox-token, as the API key, or put /t/TOKEN before the path; it stands in the console under Settings, Agents';
  return {
    type: 'refused',
    refusal: { status: 401, code: 'signalbox_token', message: `Signalbox refused this request: no valid gateway token. ${why} ${next}.` },
  };
}

/**
 * Headers with which the upstream knows the caller: the agent's own pass, unless the key is stored here. A header that held the gateway
 * token never passes. Anthropic's own API takes `x-api-key` only; other servers of its dialect read either.
 */
export function keyHeadersFor(
  headers: HeaderPairs,
  target: UpstreamTarget,
  tokenHeaders: ReadonlySet<string>,
  anthropic: boolean,
): HeaderPairs {
  const { key } = target.setting;
  const { username, password } = target.origin;
  if (key !== undefined) {
    const own: [string, string][] = [];
    if (anthropic) own.push(['x-api-key', key]);
    if (!anthropic || target.origin.hostname !== 'api.anthropic.com') own.push(['authorization', `Bearer ${key}`]);
    return [...headers.filter(([name]) => !keyHeaders.has(name.toLowerCase())), ...own];
  }
  const passed = headers.filter(([name]) => !tokenHeaders.has(name.toLowerCase()));
  if (username === '' || headerOf(passed, 'authorization') !== undefined) return passed;
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return [...passed, ['authorization', `Basic ${basic}`]];
}
