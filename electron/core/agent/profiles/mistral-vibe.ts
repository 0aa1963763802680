import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md): errors stand in a tag, with the name of the tool in front. Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const mistralVibe: AgentProfile = {
  id: 'mistral-vibe',
  title: 'Mistral Vibe',
  recognise: { userAgents: [], headers: [], toolSets: [] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    read_file: ['read'],
    grep: ['search'],
    search_replace: ['edit'],
    write_file: ['write'],
    bash: ['shell'],
    todo: ['plan'],
    task: ['delegate'],
  },
  errorEnvelopes: [{ open: '<tool_error>', close: '</tool_error>', by: 'harness' }],
  userEnvelopes: [],
  volatile: [],
};
