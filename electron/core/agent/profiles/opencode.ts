import type { AgentProfile } from '../agent-profile.ts';

/** Measured on 1.18.33 (agents.md). It repairs letter case of names itself; what it cannot parse becomes the unadvertised tool `invalid`. */
export const opencode: AgentProfile = {
  id: 'opencode',
  title: 'opencode',
  recognise: {
    userAgents: ['opencode/'],
    headers: [{ name: 'x-title', includes: 'opencode' }],
    toolSets: [['bash', 'edit', 'glob', 'grep', 'read', 'todowrite', 'webfetch', 'write']],
  },
  sessionHeaders: ['x-session-id', 'x-session-affinity', 'x-opencode-session'],
  sessionKeys: ['prompt_cache_key'],
  threadHeaders: [],
  patience: { headMs: 300_000, idleMs: 300_000, comments: true, pings: true },
  tools: {
    read: ['read'],
    list: ['list'],
    glob: ['list', 'search'],
    grep: ['search'],
    codesearch: ['search'],
    websearch: ['fetch', 'search'],
    webfetch: ['fetch'],
    bash: ['shell'],
    edit: ['edit'],
    multiedit: ['edit'],
    patch: ['edit'],
    write: ['write'],
    task: ['delegate'],
    skill: ['delegate'],
    todowrite: ['plan'],
    todoread: ['read'],
    question: ['ask'],
  },
  errorEnvelopes: [
    { open: 'The arguments provided to the tool are invalid: ', close: '', by: 'harness' },
    { open: 'Model tried to call unavailable tool ', close: '', by: 'harness' },
  ],
  userEnvelopes: [],
  volatile: [],
};
