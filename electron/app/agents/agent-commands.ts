import { homedir } from 'node:os';
import type { AgentRow, Handlers } from '../../../shared/ipc/contract.ts';
import { fail, ok } from '../../../shared/result.ts';
import type { SecretStore } from '../secret-store.ts';
import type { SettingsStore } from '../settings-store.ts';
import { agentStateOf } from './agent-states.ts';
import type { AttachProfile } from './attach-profile.ts';
import { connectAgent, restoreAgent } from './connect-agent.ts';
import { gatewayForAgents } from './gateway-for-agents.ts';
import { attachProfileOf, attachProfiles } from './profiles/index.ts';
import { verifyAgent } from './verify-agent.ts';

export type AgentHandlers = Pick<Handlers, 'agents/list' | 'agents/connect' | 'agents/restore' | 'agents/verify'>;

export interface AgentCommandParts {
  readonly gateway: string;
  readonly data: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  /** The token that was made for stored keys; undefined: none is stored. */
  readonly keyToken: () => string | undefined;
}

/** Agents of this machine for the console: attached by their own settings file, and back (interfaces 4.3). */
export function agentCommands({ gateway, data, settings, secrets, keyToken }: AgentCommandParts): AgentHandlers {
  const home = { home: homedir(), environment: process.env };
  const stateOf = (profile: AttachProfile) => agentStateOf(profile, data, home, gateway);
  const rowOf = (profile: AttachProfile): AgentRow => {
    const state = stateOf(profile);
    // The token is shown once, where it is asked for, and not in each address.
    return { ...state, urls: state.urls.map((url) => url.replace(/\/t\/[^/]+/, '/t/…')) };
  };
  const unknown = (id: string) => ({
    error: { code: 'unknown', message: `There is no agent "${id}". Known: ${attachProfiles.map((each) => each.id).join(', ')}.` },
  });
  return {
    'agents/list': () => {
      const own = settings.current()['gateway.token'];
      const made = keyToken();
      const address = gatewayForAgents(gateway, settings.current(), secrets);
      return {
        gateway,
        token: own ?? made ?? null,
        tokenDue: own !== null ? 'always' : made === undefined ? 'never' : 'stored-keys',
        baseUrl: `${gateway}${address.tokenFor(undefined) === undefined ? '' : `/t/${address.tokenFor(undefined)}`}`,
        agents: attachProfiles.map(rowOf),
      };
    },
    'agents/connect': async ({ agent }) => {
      const profile = attachProfileOf(agent);
      if (profile === undefined) return unknown(agent);
      const connected = connectAgent(profile, {
        data,
        home,
        gateway: gatewayForAgents(gateway, settings.current(), secrets),
        addUpstream: (name, url) => {
          const added = settings.set(`upstreams.${name}`, { url, onlyByName: true });
          return added.ok ? ok(undefined) : fail(added.error.rule);
        },
      });
      if (!connected.ok) return { error: connected.error };
      return { agent: rowOf(profile), checks: [...(await verifyAgent(stateOf(profile), gateway))] };
    },
    'agents/restore': ({ agent }) => {
      const profile = attachProfileOf(agent);
      if (profile === undefined) return unknown(agent);
      const restored = restoreAgent(profile, data);
      return restored.ok ? { agent: rowOf(profile), exact: restored.value.exact } : { error: restored.error };
    },
    'agents/verify': async ({ agent }) => {
      const profile = attachProfileOf(agent);
      return profile === undefined
        ? unknown(agent)
        : { agent: rowOf(profile), checks: [...(await verifyAgent(stateOf(profile), gateway))] };
    },
  };
}
