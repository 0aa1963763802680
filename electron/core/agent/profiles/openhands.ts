import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md): no flag, plain sentences. Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const openHands: AgentProfile = {
  id: 'openhands',
  title: 'OpenHands',
  recognise: {
    userAgents: [],
    headers: [],
    toolSets: [
      ['terminal', 'file_editor', 'finish'],
      ['execute_bash', 'str_replace_editor', 'finish'],
    ],
  },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    terminal: ['shell'],
    execute_bash: ['shell'],
    execute_ipython_cell: ['code'],
    file_editor: ['read', 'edit', 'write'],
    str_replace_editor: ['read', 'edit', 'write'],
    browser: ['fetch'],
    task_tracker: ['plan'],
    think: ['plan'],
    finish: ['ask'],
  },
  errorEnvelopes: [{ open: 'ERROR:\n', close: '', by: 'tool' }],
  userEnvelopes: [],
  volatile: [],
};
