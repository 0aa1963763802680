import type { TurnRequest } from '../turn/turn.ts';
import type { AgentProfile } from './agent-profile.ts';
import { agentProfiles, genericAgent } from './profiles/index.ts';

/** Request headers with lower-case names, several values joined as HTTP does. */
export type RequestHeaders = Readonly<Record<string, string>>;

/**
 * Which known agent sent this request: by its headers, else by the tools that it advertises together; the generic profile where
 * neither tells. A recognition only chooses hints: no admission depends on it.
 */
export function recogniseAgent(headers: RequestHeaders, request: TurnRequest): AgentProfile {
  const names = new Set(request.tools.map((tool) => tool.name));
  return (
    agentProfiles.find((profile) => knownByHeaders(profile, headers)) ??
    agentProfiles.find((profile) => profile.recognise.toolSets.some((set) => set.every((name) => names.has(name)))) ??
    genericAgent
  );
}

function knownByHeaders(profile: AgentProfile, headers: RequestHeaders): boolean {
  const userAgent = header(headers, 'user-agent')?.toLowerCase() ?? '';
  return (
    profile.recognise.userAgents.some((start) => userAgent.startsWith(start)) ||
    profile.recognise.headers.some(({ name, includes }) => header(headers, name)?.toLowerCase().includes(includes) ?? false)
  );
}

/**
 * The session that a request names itself (wire 3.8): `x-signalbox-session`, else the agent's own header, else a key in the body.
 * Undefined: the caller goes by lineage. The value is opaque and bounded.
 */
export function sessionKeyOf(headers: RequestHeaders, request: TurnRequest, profile: AgentProfile): string | undefined {
  const names = ['x-signalbox-session', ...profile.sessionHeaders, ...genericAgent.sessionHeaders];
  const keys = [...profile.sessionKeys, ...genericAgent.sessionKeys];
  return (
    firstOf(names.map((name) => header(headers, name))) ??
    firstOf(keys.map((name) => (Object.hasOwn(request.keys, name) ? request.keys[name] : undefined)))
  );
}

/** The thread inside the session, where the agent tells its sub-agents apart by a header. */
export const threadKeyOf = (headers: RequestHeaders, profile: AgentProfile): string | undefined =>
  firstOf([...profile.threadHeaders, ...genericAgent.threadHeaders].map((name) => header(headers, name)));

const header = (headers: RequestHeaders, name: string): string | undefined => (Object.hasOwn(headers, name) ? headers[name] : undefined);

/** Longest key taken over from outside; a longer one is no id. */
const LONGEST_KEY = 512;

const firstOf = (values: readonly (string | undefined)[]): string | undefined =>
  values.find((value) => value !== undefined && value.trim() !== '' && value.length <= LONGEST_KEY);
