import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md): short lower-case sentences. Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const crush: AgentProfile = {
  id: 'crush',
  title: 'Crush',
  recognise: {
    userAgents: [],
    headers: [],
    toolSets: [['bash', 'edit', 'multiedit', 'view', 'ls', 'sourcegraph']],
  },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    view: ['read'],
    ls: ['list'],
    glob: ['list', 'search'],
    grep: ['search'],
    sourcegraph: ['fetch', 'search'],
    bash: ['shell'],
    edit: ['edit'],
    multiedit: ['edit'],
    write: ['write'],
    fetch: ['fetch'],
    download: ['fetch'],
    agent: ['delegate'],
  },
  errorEnvelopes: [{ open: 'error executing tool: ', close: '', by: 'tool' }],
  userEnvelopes: [],
  volatile: [],
};
