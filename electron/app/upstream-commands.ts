import type { Handlers } from '../../shared/ipc/contract.ts';
import { createUpstreamAgents } from '../gateway/upstream-agents.ts';
import { probeUpstream } from './probe-upstream.ts';
import { sealedKeysOf } from './sealed-keys.ts';
import { keyVariable, type SecretStore } from './secret-store.ts';
import type { SettingsStore } from './settings-store.ts';

export type UpstreamHandlers = Pick<Handlers, 'upstreams/list' | 'upstreams/test' | 'upstreams/key' | 'settings/confirm'>;

/** Model endpoints for the console: who they are, where their keys are kept, and whether they answer (interfaces 4.3). */
export function upstreamCommands(settings: SettingsStore, secrets: SecretStore): UpstreamHandlers {
  const find = (name: string) => {
    const { upstreams } = settings.current();
    return Object.hasOwn(upstreams, name) ? upstreams[name] : undefined;
  };
  return {
    'upstreams/list': () => {
      const { upstreams } = settings.current();
      const sealed = new Map(sealedKeysOf(upstreams, secrets).map(({ name, what, next }) => [name, { what, next }]));
      return {
        keptIn: secrets.keptIn,
        upstreams: Object.entries(upstreams).map(([name, { url, profile, key, onlyByName }]) => ({
          name,
          url,
          profile: profile ?? null,
          hasKey: key !== undefined,
          keyPlace: settings.keyPlace(name) ?? null,
          keyVariable: keyVariable(name),
          sealed: sealed.get(name) ?? null,
          onlyByName: onlyByName ?? false,
        })),
      };
    },
    'upstreams/test': async ({ name }) => {
      const setting = find(name);
      if (setting === undefined)
        return { reachable: false, status: null, latencyMs: null, detail: `there is no upstream "${name}"`, next: 'add it first' };
      const agents = createUpstreamAgents(process.env);
      try {
        return await probeUpstream(name, setting, agents);
      } finally {
        agents.destroy();
      }
    },
    'upstreams/key': ({ name, key }) => {
      const setting = find(name);
      if (setting === undefined) return { error: { code: 'unknown', message: `There is no upstream "${name}". Next: add it first.` } };
      if (settings.keyPlace(name) === 'environment')
        return {
          error: { code: 'environment', message: `The key comes from ${keyVariable(name)}. Next: change it there, then start again.` },
        };
      const { key: _, ...bare } = setting;
      const stored = settings.set(`upstreams.${name}`, key === null ? bare : { ...bare, key });
      return stored.ok ? { kept: key !== null } : { error: { code: 'setting', message: stored.error.rule } };
    },
    'settings/confirm': ({ key, accept }) => {
      const settled = settings.settlePending(key, accept);
      return settled.ok ? { setting: settled.value } : { error: { code: 'setting', key: settled.error.key, message: settled.error.rule } };
    },
  };
}
