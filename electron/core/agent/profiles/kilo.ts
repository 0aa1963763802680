import type { AgentProfile } from '../agent-profile.ts';

/** Measured on Kilo CLI 7.7.7 (agents.md): an opencode fork that adds environment details and rewrites unparsable arguments to `{"value":…}`. */
export const kilo: AgentProfile = {
  id: 'kilo',
  title: 'Kilo Code',
  recognise: {
    userAgents: ['kilo/', 'kilo-code/', 'kilocode/'],
    headers: [{ name: 'x-title', includes: 'kilo' }],
    toolSets: [['bash', 'edit', 'kilo_local_recall']],
  },
  sessionHeaders: ['x-session-id', 'x-session-affinity', 'x-kilocode-taskid'],
  sessionKeys: ['prompt_cache_key'],
  threadHeaders: [],
  patience: { headMs: 300_000, idleMs: 300_000, comments: true, pings: true },
  tools: {
    read: ['read'],
    list: ['list'],
    glob: ['list', 'search'],
    grep: ['search'],
    kilo_local_recall: ['search'],
    webfetch: ['fetch'],
    bash: ['shell'],
    background_process: ['shell'],
    edit: ['edit'],
    write: ['write'],
    task: ['delegate'],
    skill: ['delegate'],
    todowrite: ['plan'],
    schedule_wakeup: ['plan'],
    question: ['ask'],
  },
  errorEnvelopes: [
    { open: 'Invalid input for tool ', close: '', by: 'harness' },
    { open: 'Model tried to call unavailable tool ', close: '', by: 'harness' },
  ],
  userEnvelopes: [],
  volatile: [],
};
