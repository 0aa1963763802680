import type { AgentProfile } from '../agent-profile.ts';

/** Measured on 0.73.1 (agents.md): no session key; it runs the half of a cut call and the first of two glued objects. */
export const pi: AgentProfile = {
  id: 'pi',
  title: 'pi',
  recognise: { userAgents: ['pi/', 'pi-coding-agent/'], headers: [], toolSets: [] },
  sessionHeaders: [],
  sessionKeys: ['prompt_cache_key'],
  threadHeaders: [],
  patience: { headMs: 0, idleMs: 0, comments: true, pings: true },
  tools: {
    read: ['read'],
    ls: ['list'],
    find: ['list', 'search'],
    grep: ['search'],
    bash: ['shell'],
    edit: ['edit'],
    write: ['write'],
  },
  errorEnvelopes: [{ open: 'Validation failed for tool "', close: '', by: 'harness' }],
  userEnvelopes: [],
  volatile: [],
};
