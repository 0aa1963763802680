import type { AgentProfile } from '../agent-profile.ts';

/** Measured on 0.0.34 (agents.md): does not stream, so nothing can keep it alive; ends after 304 s. */
export const grokCli: AgentProfile = {
  id: 'grok-cli',
  title: 'grok-cli',
  recognise: {
    userAgents: ['grok-cli/'],
    headers: [],
    toolSets: [
      ['view_file', 'bash', 'search', 'str_replace_editor'],
      ['view_file', 'create_file', 'bash', 'search'],
    ],
  },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 304_000, idleMs: 0, comments: false, pings: false },
  tools: {
    view_file: ['read'],
    search: ['search'],
    bash: ['shell'],
    create_file: ['write'],
    str_replace_editor: ['edit'],
    edit_file: ['edit'],
    create_todo_list: ['plan'],
    update_todo_list: ['plan'],
  },
  errorEnvelopes: [
    { open: 'Tool execution error: ', close: '', by: 'harness' },
    { open: 'Unknown tool: ', close: '', by: 'harness' },
    { open: 'Command failed: ', close: '', by: 'tool' },
  ],
  userEnvelopes: [],
  volatile: [],
};
