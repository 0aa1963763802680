import type { AgentProfile } from '../agent-profile.ts';

/** Measured on Cline CLI 3.0.65 (agents.md): results are JSON rows, an error is `{"error":…}`; it stops by itself at the 5th equal call. */
export const cline: AgentProfile = {
  id: 'cline',
  title: 'Cline',
  recognise: {
    userAgents: ['cline/'],
    headers: [
      { name: 'x-title', includes: 'cline' },
      { name: 'http-referer', includes: 'cline.bot' },
    ],
    toolSets: [
      ['read_files', 'run_commands', 'editor'],
      ['execute_command', 'read_file', 'replace_in_file', 'attempt_completion'],
    ],
  },
  sessionHeaders: ['x-task-id'],
  sessionKeys: [],
  threadHeaders: [],
  patience: { headMs: 299_000, idleMs: 299_000, comments: true, pings: true },
  tools: {
    read_files: ['read'],
    read_file: ['read'],
    list_files: ['list'],
    list_code_definition_names: ['list', 'search'],
    search_files: ['search'],
    search_codebase: ['search'],
    fetch_web_content: ['fetch'],
    web_fetch: ['fetch'],
    run_commands: ['shell'],
    execute_command: ['shell'],
    editor: ['edit', 'write'],
    replace_in_file: ['edit'],
    apply_patch: ['edit'],
    write_to_file: ['write'],
    use_mcp_tool: ['delegate'],
    new_task: ['delegate'],
    ask_followup_question: ['ask'],
    ask_question: ['ask'],
    plan_mode_respond: ['ask'],
    attempt_completion: ['ask'],
  },
  errorEnvelopes: [
    { open: '{"error":"', close: '"}', by: 'harness' },
    { open: '{"success":false,"error":"', close: '"}', by: 'tool' },
    { open: 'The tool execution failed with the following error:\n<error>\n', close: '\n</error>', by: 'tool' },
  ],
  userEnvelopes: [{ open: '<explicit_instructions', close: '</explicit_instructions>' }],
  volatile: [],
};
