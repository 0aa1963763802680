import type { Settings } from '../../../shared/settings.ts';
import { defaultUpstream } from '../../gateway/route-request.ts';
import type { SecretStore } from '../secret-store.ts';
import type { GatewayAddress } from './place-upstream.ts';

/** How agents reach a gateway under these settings: the token is put into the URL where the gateway will ask for it (design 4.2). */
export function gatewayForAgents(url: string, settings: Settings, secrets: SecretStore): GatewayAddress {
  const { upstreams } = settings;
  const first = defaultUpstream(upstreams);
  const own = settings['gateway.token'];
  return {
    url,
    upstreams,
    hasDefault: first !== undefined,
    tokenFor(upstream) {
      if (own !== null) return own;
      const name = upstream ?? first;
      return name !== undefined && Object.hasOwn(upstreams, name) && upstreams[name]?.key !== undefined ? secrets.token() : undefined;
    },
  };
}
