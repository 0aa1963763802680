import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md): one code tool is callable directly in code mode; errors begin with \`Error: \`. Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const deepseekHarness: AgentProfile = {
  id: 'deepseek-harness',
  title: 'DeepSeek Harness',
  recognise: { userAgents: [], headers: [], toolSets: [] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    run_code: ['code'],
    read: ['read'],
    list: ['list'],
    glob: ['list', 'search'],
    grep: ['search'],
    edit: ['edit'],
    write: ['write'],
    bash: ['shell'],
    str_replace_editor: ['read', 'edit', 'write'],
    todo_write: ['plan'],
  },
  errorEnvelopes: [{ open: 'Error: invalid arguments: ', close: '', by: 'harness' }],
  userEnvelopes: [],
  volatile: [],
};
