import type { AgentProfile } from '../agent-profile.ts';

/** Measured on Continue CLI 1.5.47 (agents.md): malformed arguments become `{}` and are reported as a missing parameter. */
export const continueAgent: AgentProfile = {
  id: 'continue',
  title: 'Continue',
  recognise: { userAgents: ['continue/', 'continue-cli/'], headers: [], toolSets: [['Read', 'Write', 'List', 'Bash', 'Fetch']] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 0, idleMs: 0, comments: true, pings: true },
  tools: {
    Read: ['read'],
    List: ['list'],
    Search: ['search'],
    Diff: ['read'],
    Status: ['read'],
    Fetch: ['fetch'],
    Bash: ['shell'],
    Edit: ['edit'],
    MultiEdit: ['edit'],
    Write: ['write'],
    Checklist: ['plan'],
  },
  errorEnvelopes: [
    { open: 'Error executing tool ', close: '', by: 'tool' },
    { open: 'Required parameter "', close: '', by: 'harness' },
  ],
  userEnvelopes: [],
  volatile: [],
};
