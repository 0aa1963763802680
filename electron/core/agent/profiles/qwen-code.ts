import type { AgentProfile } from '../agent-profile.ts';

/** Measured on 0.15.10 (agents.md): gives up after 119.6 s without a head; sends no session key; a malformed call becomes `{}`. */
export const qwenCode: AgentProfile = {
  id: 'qwen-code',
  title: 'Qwen Code',
  recognise: {
    userAgents: ['qwencode/', 'qwen-code/'],
    headers: [{ name: 'x-dashscope-useragent', includes: 'qwencode' }],
    toolSets: [
      ['run_shell_command', 'read_file', 'edit', 'tool_search'],
      ['run_shell_command', 'read_file', 'write_file', 'glob'],
    ],
  },
  sessionHeaders: [],
  sessionKeys: ['metadata.sessionId'],
  threadHeaders: [],
  patience: { headMs: 119_000, idleMs: 0, comments: true, pings: true },
  tools: {
    read_file: ['read'],
    read_many_files: ['read'],
    list_directory: ['list'],
    glob: ['list', 'search'],
    grep_search: ['search'],
    search_file_content: ['search'],
    tool_search: ['search'],
    web_fetch: ['fetch'],
    web_search: ['fetch', 'search'],
    run_shell_command: ['shell'],
    edit: ['edit'],
    write_file: ['write'],
    agent: ['delegate'],
    task: ['delegate'],
    skill: ['delegate'],
    todo_write: ['plan'],
    save_memory: ['write'],
    exit_plan_mode: ['ask'],
    ask_user_question: ['ask'],
  },
  errorEnvelopes: [],
  userEnvelopes: [],
  volatile: [/^Process Group PGID: .*$/gm, /^Background PIDs: .*$/gm],
};
