import { fail, ok, type Result } from '../../shared/result.ts';
import type { SettingProblem, Settings } from '../../shared/settings.ts';
import type { SecretStore } from './secret-store.ts';

type Upstreams = Settings['upstreams'];

/** Upstreams with the keys that are kept apart from them. A key that stands in the settings themselves wins: somebody wrote it there. */
export function withKeys(upstreams: Upstreams, secrets: SecretStore | undefined): Upstreams {
  if (secrets === undefined) return upstreams;
  const entries = Object.entries(upstreams).map(([name, upstream]) => {
    const key = upstream.key ?? secrets.keyOf(name, upstream.url)?.key;
    return [name, key === undefined ? upstream : { ...upstream, key }] as const;
  });
  return Object.fromEntries(entries);
}

/** Stores the keys of changed upstreams and gives back upstreams without any: what the settings file may hold. Keys of removed ones are forgotten. */
export function moveKeys(upstreams: Upstreams, before: Upstreams, secrets: SecretStore): Result<Upstreams, SettingProblem> {
  const bare: Record<string, Upstreams[string]> = {};
  for (const [name, { key, ...upstream }] of Object.entries(upstreams)) {
    bare[name] = upstream;
    const kept = secrets.keyOf(name, upstream.url);
    if (kept?.key === key || kept?.place === 'environment') continue;
    const stored = secrets.setKey(name, upstream.url, key);
    if (!stored.ok) return fail(stored.error);
  }
  for (const [name, { url }] of Object.entries(before)) {
    if (Object.hasOwn(upstreams, name)) continue;
    const forgotten = secrets.setKey(name, url, undefined);
    if (!forgotten.ok) return fail(forgotten.error);
  }
  return ok(bare);
}
