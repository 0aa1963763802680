import type { AgentProfile } from '../agent-profile.ts';

/** What holds for every agent, and all that is known about an unknown one. */
export const generic: AgentProfile = {
  id: 'generic',
  title: 'Unknown agent',
  recognise: { userAgents: [], headers: [], toolSets: [] },
  sessionHeaders: ['x-session-id', 'session-id', 'x-conversation-id', 'x-session-affinity'],
  sessionKeys: ['prompt_cache_key', 'metadata.session_id', 'metadata.user_id', 'session_id'],
  threadHeaders: ['x-agent-id', 'thread-id'],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {},
  errorEnvelopes: [],
  userEnvelopes: [
    { open: '<environment_details>', close: '</environment_details>' },
    { open: '<system-reminder>', close: '</system-reminder>' },
    { open: '<environment_context>', close: '</environment_context>' },
    { open: '<total_tokens>', close: '</total_tokens>' },
    { open: '[operator]', close: '\n\n' },
  ],
  volatile: [/<system-reminder>[^<]{0,4000}(?:<total_tokens>[^<]{0,200}(?:<\/total_tokens>)?)?[^<]{0,4000}<\/system-reminder>/g],
};
