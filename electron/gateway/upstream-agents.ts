import * as http from 'node:http';
import * as https from 'node:https';
import { hostName, isLoopbackName } from './loopback-auth.ts';

/** Connection pools for upstreams. `fresh` connections are used once: for a resend after a dead pooled socket. */
export interface UpstreamAgents {
  agentFor(origin: URL, fresh: boolean): http.Agent;
  /** Closes idle sockets; sockets in use end with their exchange. */
  destroy(): void;
}

/** Free sockets are dropped before the usual 5 s of a server: a reused socket that the server is closing costs a resend. */
const pooled = { keepAlive: true, scheduling: 'lifo', timeout: 4_000, maxFreeSockets: 64 } as const;

/**
 * Node's own agents do the CONNECT tunnel and read `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY` (interfaces 4.1); `NODE_EXTRA_CA_CERTS` is
 * read by Node at its start. An upstream on this machine is never sent through a proxy.
 */
export function createUpstreamAgents(environment: NodeJS.ProcessEnv): UpstreamAgents {
  const made: http.Agent[] = [];
  const keep = <T extends http.Agent>(agent: T): T => {
    made.push(agent);
    return agent;
  };
  const pair = (proxy: http.AgentOptions) => ({
    http: keep(new http.Agent({ ...pooled, ...proxy })),
    https: keep(new https.Agent({ ...pooled, ...proxy })),
    freshHttp: keep(new http.Agent({ ...proxy })),
    freshHttps: keep(new https.Agent({ ...proxy })),
  });
  const direct = pair({});
  const proxied = pair({ proxyEnv: environment });
  return {
    agentFor(origin, fresh) {
      const name = hostName(origin.host);
      const set = name !== undefined && isLoopbackName(name) ? direct : proxied;
      const secure = origin.protocol === 'https:';
      if (fresh) return secure ? set.freshHttps : set.freshHttp;
      return secure ? set.https : set.http;
    },
    destroy() {
      for (const agent of made) agent.destroy();
    },
  };
}
