import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md). Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const goose: AgentProfile = {
  id: 'goose',
  title: 'goose',
  recognise: { userAgents: [], headers: [], toolSets: [['developer__shell', 'developer__text_editor']] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    developer__shell: ['shell'],
    developer__text_editor: ['read', 'edit', 'write'],
    developer__list_windows: ['list'],
    developer__screen_capture: ['read'],
  },
  errorEnvelopes: [{ open: 'Tool execution failed: ', close: '', by: 'tool' }],
  userEnvelopes: [],
  volatile: [],
};
