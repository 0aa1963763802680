import type { Settings } from '../../../shared/settings.ts';
import { defaultUpstream } from '../../gateway/route-request.ts';
import type { RunningGateway } from '../running-gateway.ts';
import type { SecretStore } from '../secret-store.ts';
import type { GatewayAddress } from './place-upstream.ts';

/** How agents reach a gateway under these settings: the token is put into the URL where the gateway will ask for it (design 4.2). */
export function gatewayForAgents(url: string, settings: Settings, secrets: SecretStore): GatewayAddress {
  const { upstreams } = settings;
  const isKeyed = (name: string): boolean => Object.hasOwn(upstreams, name) && upstreams[name]?.key !== undefined;
  return addressOf(url, upstreams, settings['gateway.token'] ?? undefined, isKeyed, secrets);
}

/** The same for the gateway that runs, by what it really uses: a command's own settings may say something else. */
export function runningForAgents(running: RunningGateway, secrets: SecretStore): GatewayAddress {
  const upstreams = Object.fromEntries(running.upstreams.map(({ name, url, onlyByName }) => [name, { url, onlyByName }]));
  const keyed = new Set(running.upstreams.filter((upstream) => upstream.keyed === true).map(({ name }) => name));
  return addressOf(running.url, upstreams, secrets.runningToken(), (name) => keyed.has(name), secrets);
}

function addressOf(
  url: string,
  upstreams: Settings['upstreams'],
  own: string | undefined,
  isKeyed: (name: string) => boolean,
  secrets: SecretStore,
): GatewayAddress {
  const first = defaultUpstream(upstreams);
  return {
    url,
    upstreams,
    hasDefault: first !== undefined,
    tokenFor(upstream) {
      if (own !== undefined) return own;
      const name = upstream ?? first;
      return name !== undefined && isKeyed(name) ? secrets.token() : undefined;
    },
  };
}
