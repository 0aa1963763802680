import type { Settings } from '../../shared/settings.ts';

/** Shown in place of an upstream's key; a value that comes back with it keeps the key that is stored. */
export const MASKED_KEY = '(kept)';

/** Upstreams as the console may see them: no key ever leaves the main process. */
export function maskKeys(upstreams: Settings['upstreams']): Settings['upstreams'] {
  const masked = Object.entries(upstreams).map(([name, upstream]) => [
    name,
    upstream.key === undefined ? upstream : { ...upstream, key: MASKED_KEY },
  ]);
  return Object.fromEntries(masked);
}

/** The inverse: masked keys of a value from the console become the stored ones. Other values pass untouched. */
export function unmaskKeys(value: unknown, stored: Settings['upstreams']): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, upstream]: [string, unknown]) => [
    name,
    unmaskKey(upstream, Object.hasOwn(stored, name) ? stored[name]?.key : undefined),
  ]);
  return Object.fromEntries(entries);
}

/** One upstream: the masked key becomes `stored`; without a stored one it is left out. */
export function unmaskKey(upstream: unknown, stored: string | undefined): unknown {
  if (typeof upstream !== 'object' || upstream === null || !('key' in upstream) || upstream.key !== MASKED_KEY) return upstream;
  const { key: _, ...rest } = upstream;
  return stored === undefined ? rest : { ...rest, key: stored };
}
