import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isHostAllowed } from '../gateway/loopback-auth.ts';

/**
 * Who may use the console port (design 4.3). The token lives in memory, in the ready line and in the page's fragment only; the browser
 * trades it for a cookie that holds another secret, so that the token itself is never stored by it.
 */
export class ConsoleAuth {
  readonly token = randomBytes(24).toString('base64url');
  readonly #launchCodes = new Set<string>();
  readonly #cookieSecret = randomBytes(24).toString('base64url');
  readonly #allowedHosts: () => readonly string[];

  /** `allowedHosts`: further names under which the console may be reached, besides loopback. */
  constructor(allowedHosts: () => readonly string[]) {
    this.#allowedHosts = allowedHosts;
  }

  /** False for a foreign `Host` (DNS rebinding) or an `Origin` that is not the console's own page. Ports may differ (ssh -L). */
  isOwnSite(request: IncomingMessage): boolean {
    const host = request.headers.host;
    if (!isHostAllowed(host, this.#allowedHosts())) return false;
    const origin = request.headers.origin;
    return origin === undefined || origin === `http://${host}`;
  }

  /** True with the token as bearer, or with the cookie that was traded for it. */
  isOperator(request: IncomingMessage): boolean {
    const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined) return this.isToken(bearer);
    const cookie = cookieOf(request, cookieName(request));
    return cookie !== undefined && isEqual(cookie, this.#cookieSecret);
  }

  isToken(candidate: string): boolean {
    return isEqual(candidate, this.token);
  }

  /** A code that opens the console once, for a browser that is started by us. */
  launchCode(): string {
    const code = randomBytes(24).toString('base64url');
    this.#launchCodes.add(code);
    return code;
  }

  /** True the first time that a code is presented. */
  spendLaunchCode(code: string): boolean {
    return this.#launchCodes.delete(code);
  }

  /** The `set-cookie` value of a page that presented the token. */
  cookieFor(request: IncomingMessage): string {
    return `${cookieName(request)}=${this.#cookieSecret}; HttpOnly; SameSite=Strict; Path=/`;
  }
}

/** Cookies are shared by all ports of a host: the port in the name keeps two consoles on one machine apart. */
const cookieName = (request: IncomingMessage): string => `signalbox-${request.socket.localPort}`;

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

function isEqual(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
