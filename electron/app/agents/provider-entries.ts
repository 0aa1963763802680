import { isJsonObject, type Json } from '../../../shared/json.ts';
import type { BaseUrlEntry } from './attach-profile.ts';

/**
 * Entries of a settings file that lists providers by name: those with a base URL of their own; without any, the two vendors' built-in
 * providers, which take a base URL as an override.
 */
export function providerEntries(
  config: Json,
  list: string,
  inside: readonly string[],
  builtIn: { readonly anthropic: '' | '/v1' },
): readonly BaseUrlEntry[] {
  const providers = isJsonObject(config) ? config[list] : undefined;
  const named = isJsonObject(providers) ? Object.entries(providers) : [];
  const own = named.filter(([, provider]) => hasText(provider, inside));
  if (own.length > 0)
    return own.map(([name]) => ({ path: [list, name, ...inside], vendor: name === 'anthropic' ? 'anthropic' : 'openai', suffix: '/v1' }));
  return [
    { path: [list, 'anthropic', ...inside], vendor: 'anthropic', suffix: builtIn.anthropic },
    { path: [list, 'openai', ...inside], vendor: 'openai', suffix: '/v1' },
  ];
}

function hasText(value: Json | undefined, path: readonly string[]): boolean {
  let at: Json | undefined = value;
  for (const key of path) at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return typeof at === 'string' && /^https?:/.test(at);
}
