/** Where a server listens. Port 0 takes a free port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Reads `HOST:PORT`, `[V6]:PORT` or `:PORT` (loopback). Undefined: not an address. */
export function parseAddress(text: string): Address | undefined {
  const match = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]/]*)):(\d{1,5})$/.exec(text);
  if (match === null) return undefined;
  const port = Number(match[3]);
  if (port > 65_535) return undefined;
  return { host: match[1] ?? (match[2] || '127.0.0.1'), port };
}

/** The address as the authority of a URL: IPv6 in brackets. */
export const authorityOf = ({ host, port }: Address): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** True for addresses that only this machine can reach. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
