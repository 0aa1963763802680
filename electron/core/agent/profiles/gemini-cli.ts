import type { AgentProfile } from '../agent-profile.ts';

/** Read in its release 0.61 (errors.md); it reaches other models through proxies. Known by its tools only; what it sends as headers and how long it waits was not measured. */
export const geminiCli: AgentProfile = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  recognise: {
    userAgents: [],
    headers: [],
    toolSets: [
      ['run_shell_command', 'read_file', 'replace', 'list_directory'],
      ['run_shell_command', 'read_many_files', 'replace'],
    ],
  },
  sessionHeaders: [],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 100_000, idleMs: 280_000, comments: false, pings: false },
  tools: {
    read_file: ['read'],
    read_many_files: ['read'],
    list_directory: ['list'],
    glob: ['list', 'search'],
    search_file_content: ['search'],
    grep_search: ['search'],
    replace: ['edit'],
    write_file: ['write'],
    run_shell_command: ['shell'],
    web_fetch: ['fetch'],
    google_web_search: ['fetch', 'search'],
    save_memory: ['write'],
    write_todos: ['plan'],
  },
  errorEnvelopes: [{ open: 'Tool execution failed: ', close: '', by: 'tool' }],
  userEnvelopes: [],
  volatile: [],
};
