import type { Settings } from '../../../shared/settings.ts';
import type { BaseUrlSlot } from './attach-profile.ts';

/** The gateway as an agent reaches it. */
export interface GatewayAddress {
  /** Without a final slash. */
  readonly url: string;
  /** What is put into the URL as `/t/TOKEN`, for requests to an upstream (undefined: the default); undefined: none is due. */
  readonly tokenFor: (upstream: string | undefined) => string | undefined;
  readonly upstreams: Settings['upstreams'];
  /** The operator chose a default upstream; else requests without a name go to the vendors. */
  readonly hasDefault: boolean;
}

/** The base URL for one slot, and the upstream that the gateway must know for it. */
export interface PlacedSlot {
  readonly url: string;
  readonly added: { readonly name: string; readonly url: string } | undefined;
}

/**
 * What goes into a slot so that requests end where they ended before: through the upstream with the slot's previous URL, which is added
 * when there is none; without a previous URL through the operator's default, else the vendor's own address by its name.
 */
function placeSlot(slot: BaseUrlSlot, previous: string | undefined, gateway: GatewayAddress): PlacedSlot {
  const before = previous ?? (gateway.hasDefault ? undefined : slot.usual);
  const urlOf = (name: string | undefined, suffix: string): string => {
    const token = gateway.tokenFor(name);
    return `${gateway.url}${token === undefined ? '' : `/t/${token}`}${name === undefined ? '' : `/up/${name}`}${suffix}`;
  };
  if (before === undefined) return { url: urlOf(gateway.hasDefault ? undefined : slot.vendor, slot.suffix), added: undefined };
  const known = Object.entries(gateway.upstreams).find(([, upstream]) => isSameUrl(upstream.url, before));
  const added = known === undefined ? { name: freeName(before, gateway.upstreams), url: before } : undefined;
  return { url: urlOf(added?.name ?? known?.[0], suffixOf(before)), added };
}

/** Several slots in order: upstreams that one adds are known to the next. */
export function placeSlots(
  slots: readonly (readonly [slot: BaseUrlSlot, previous: string | undefined])[],
  gateway: GatewayAddress,
): readonly PlacedSlot[] {
  let { upstreams } = gateway;
  return slots.map(([slot, previous]) => {
    const placed = placeSlot(slot, previous, { ...gateway, upstreams });
    if (placed.added !== undefined) upstreams = { ...upstreams, [placed.added.name]: { url: placed.added.url } };
    return placed;
  });
}

/** The agent's own idea of the version segment is kept: what it appends is joined with the upstream's path without doubling (4.2). */
const suffixOf = (url: string): string => (/\/v\d+[a-z0-9]*(\/?)$/.exec(url) === null ? '' : url.endsWith('/') ? '/v1/' : '/v1');

export const isSameUrl = (a: string, b: string): boolean => normal(a) === normal(b);
const normal = (url: string): string => (URL.parse(url)?.href ?? url).replace(/\/+$/, '');

/** True for an address of this gateway, with whatever path. */
export const isAtGateway = (url: string | undefined, gateway: string): boolean => {
  const [own, other] = [URL.parse(gateway), url === undefined ? null : URL.parse(url)];
  if (own === null || other === null || own.port !== other.port) return false;
  return own.hostname === other.hostname || (isLocal(own.hostname) && isLocal(other.hostname));
};
const isLocal = (host: string): boolean => host === 'localhost' || host === '127.0.0.1' || host === '[::1]';

/** The host's name, made fit for `/up/NAME`; a taken one gets a number. */
function freeName(url: string, upstreams: Settings['upstreams']): string {
  const host = (URL.parse(url)?.host ?? 'upstream').replace(/[^A-Za-z0-9_.-]/g, '-').slice(0, 60);
  if (!Object.hasOwn(upstreams, host)) return host;
  for (let count = 2; ; count += 1) if (!Object.hasOwn(upstreams, `${host}-${count}`)) return `${host}-${count}`;
}
