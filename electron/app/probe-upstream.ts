import type { CallAnswer } from '../../shared/ipc/contract.ts';
import type { UpstreamSetting } from '../../shared/settings.ts';
import { keyHeadersFor } from '../gateway/admit-request.ts';
import { targetOf } from '../gateway/route-request.ts';
import type { UpstreamAgents } from '../gateway/upstream-agents.ts';
import { callUpstream, type TransportFault } from '../gateway/upstream-client.ts';

/** What a model endpoint answered to a question for its models; the status is null when nothing came. */
export type UpstreamProbe = CallAnswer<'upstreams/test'>;

const TIMEOUT_MS = 8000;
type Outcome = { readonly status: number } | { readonly fault: TransportFault['code'] | 'timeout'; readonly detail: string };

/** Asks an endpoint for its list of models, over the very connections, proxy and headers that agents' requests take. */
export async function probeUpstream(name: string, setting: UpstreamSetting, agents: UpstreamAgents): Promise<UpstreamProbe> {
  const target = targetOf(name, setting, '/v1/models');
  const isAnthropic = target.origin.hostname === 'api.anthropic.com' || /anthropic/.test(target.origin.pathname);
  const own: readonly (readonly [string, string])[] = isAnthropic ? [['anthropic-version', '2023-06-01']] : [];
  const headers = keyHeadersFor([['accept', 'application/json'], ...own], target, new Set(), isAnthropic);
  const startedAt = performance.now();
  const outcome = await new Promise<Outcome>((done) => {
    const call = callUpstream(
      agents,
      { target, method: 'GET', headers, body: new Uint8Array(), fresh: true },
      {
        onHead: ({ status }) => {
          finish({ status });
          return 'raw';
        },
        onData: () => undefined,
        onEnd: () => undefined,
        onFault: ({ code, detail }) => finish({ fault: code, detail }),
      },
    );
    const timer = setTimeout(() => finish({ fault: 'timeout', detail: `no answer within ${TIMEOUT_MS / 1000} s` }), TIMEOUT_MS);
    function finish(result: Outcome): void {
      clearTimeout(timer);
      // The answer itself is not wanted; in a turn of its own, for the call may not have come back yet.
      setImmediate(() => call.abort());
      done(result);
    }
  });
  const latencyMs = Math.round(performance.now() - startedAt);
  if ('fault' in outcome)
    return { reachable: false, status: null, latencyMs: null, detail: outcome.detail, next: nextOfFault(outcome.fault, setting.url) };
  return {
    reachable: true,
    status: outcome.status,
    latencyMs,
    detail: detailOf(outcome.status),
    next: nextOfStatus(outcome.status, setting.key !== undefined),
  };
}

function nextOfFault(code: TransportFault['code'] | 'timeout', url: string): string {
  switch (code) {
    case 'refused':
      return `start the model server, or correct the port of ${url}`;
    case 'unresolved':
      return 'correct the host name, or check the network and HTTPS_PROXY';
    case 'tls':
      return 'check https against http; a certificate of your own goes into NODE_EXTRA_CA_CERTS';
    case 'reset':
    case 'damaged':
      return 'check https against http, and that no other kind of server listens there';
    case 'timeout':
      return 'the server is busy or a firewall is silent: try again, then check the address';
  }
}

function detailOf(status: number): string {
  if (status < 300) return 'it lists its models';
  if (status === 401 || status === 403) return 'it answers and wants a valid key';
  if (status === 404 || status === 405) return 'it answers, without a list of models';
  if (status === 429) return 'it answers and limits the rate';
  return status >= 500 ? 'it answers with an error of its own' : 'it answers';
}

function nextOfStatus(status: number, hasKey: boolean): string | null {
  if (status === 401 || status === 403) return hasKey ? 'store a valid key' : 'nothing, if agents bring their own key; else store one';
  if (status === 404 || status === 405) return 'nothing, if turns work; else check the path: most end with /v1';
  if (status >= 300 && status < 400) return 'use the address that it redirects to';
  return status >= 500 ? 'look at the log of the model server' : null;
}
