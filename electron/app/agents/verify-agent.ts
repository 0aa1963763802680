import { isHealthy } from '../running-gateway.ts';
import type { AgentState } from './agent-states.ts';

export interface AgentCheck {
  readonly what: 'settings' | 'gateway' | 'endpoint';
  readonly passed: boolean;
  readonly detail: string;
  /** What to do; null when it passed. */
  readonly next: string | null;
}

const TIMEOUT_MS = 8000;

/** Proves that an agent's way is open: its file names the gateway, the gateway answers, and so does the endpoint behind each address. */
export async function verifyAgent(agent: AgentState, gateway: string): Promise<readonly AgentCheck[]> {
  const configured: AgentCheck =
    agent.state === 'connected'
      ? { what: 'settings', passed: true, detail: `${agent.file} names ${gateway}`, next: null }
      : {
          what: 'settings',
          passed: false,
          detail: `${agent.file ?? agent.title} does not name ${gateway}`,
          next: `signalbox connect ${agent.id}`,
        };
  const healthy = await isHealthy(gateway);
  const reached: AgentCheck = healthy
    ? { what: 'gateway', passed: true, detail: `${gateway} answers`, next: null }
    : { what: 'gateway', passed: false, detail: `no Signalbox answers at ${gateway}`, next: 'start it: signalbox, or signalbox serve' };
  if (!configured.passed || !reached.passed) return [configured, reached];
  return [configured, reached, ...(await Promise.all(agent.urls.map(checkEndpoint)))];
}

/** Any answer of the endpoint itself proves the way; only what the gateway answers in its place does not. */
async function checkEndpoint(url: string): Promise<AgentCheck> {
  const shown = url.replace(/\/t\/[^/]+/, '/t/…');
  const at = `${url.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1/models`;
  try {
    const response = await fetch(at, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    const text = (await response.text()).slice(0, 4000);
    const own =
      /"code"\s*:\s*"(signalbox_[a-z_]+)"/.exec(text)?.[1] ??
      (response.status === 502 || response.status === 504 ? 'unreachable' : undefined);
    if (own === undefined)
      return { what: 'endpoint', passed: true, detail: `${shown} reaches its endpoint (HTTP ${response.status})`, next: null };
    const next =
      own === 'signalbox_token' ? 'connect again: the address lacks the gateway token' : 'see Settings, Upstreams: test the endpoint there';
    return { what: 'endpoint', passed: false, detail: `${shown}: HTTP ${response.status} ${own}`, next };
  } catch (error) {
    return {
      what: 'endpoint',
      passed: false,
      detail: `${shown}: ${error instanceof Error ? error.message : String(error)}`,
      next: 'start the endpoint, or correct its address',
    };
  }
}
