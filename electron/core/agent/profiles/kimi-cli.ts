import type { AgentProfile } from '../agent-profile.ts';

/** Read in its source (errors.md). Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const kimiCli: AgentProfile = {
  id: 'kimi-cli',
  title: 'Kimi CLI',
  recognise: { userAgents: [], headers: [], toolSets: [['Shell', 'ReadFile', 'WriteFile', 'StrReplaceFile']] },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    ReadFile: ['read'],
    Glob: ['list', 'search'],
    Grep: ['search'],
    StrReplaceFile: ['edit'],
    WriteFile: ['write'],
    Shell: ['shell'],
    Bash: ['shell'],
    FetchURL: ['fetch'],
    SearchWeb: ['fetch', 'search'],
    Task: ['delegate'],
    SetTodoList: ['plan'],
  },
  errorEnvelopes: [{ open: '<system>ERROR: ', close: '</system>', by: 'harness' }],
  userEnvelopes: [],
  volatile: [],
};
