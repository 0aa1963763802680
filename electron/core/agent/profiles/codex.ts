import type { AgentProfile } from '../agent-profile.ts';

/** Measured on 0.171 (agents.md): Responses only; comments never count, any event does; a call runs at its `output_item.done`. */
export const codex: AgentProfile = {
  id: 'codex',
  title: 'Codex CLI',
  recognise: {
    userAgents: ['codex_exec/', 'codex_cli_rs/', 'codex-tui/', 'codex/', 'codex_vscode/'],
    headers: [{ name: 'x-codex-turn-metadata', includes: '' }],
    toolSets: [['exec_command', 'write_stdin']],
  },
  sessionHeaders: ['session-id', 'session_id'],
  sessionKeys: ['prompt_cache_key'],
  threadHeaders: ['thread-id'],
  patience: { headMs: 0, idleMs: 300_000, comments: false, pings: true },
  tools: {
    exec_command: ['shell'],
    shell: ['shell'],
    shell_command: ['shell'],
    local_shell: ['shell'],
    write_stdin: ['shell'],
    apply_patch: ['edit', 'write'],
    view_image: ['read'],
    read_file: ['read'],
    list_dir: ['list'],
    grep_files: ['search'],
    tool_search: ['search'],
    update_plan: ['plan'],
    update_goal: ['plan'],
  },
  errorEnvelopes: [
    { open: 'failed to parse function arguments: ', close: '', by: 'harness' },
    { open: 'unsupported call: ', close: '', by: 'harness' },
    { open: 'apply_patch verification failed: ', close: '', by: 'tool' },
  ],
  userEnvelopes: [
    { open: '<user_instructions>', close: '</user_instructions>' },
    { open: '<turn_aborted>', close: '</turn_aborted>' },
  ],
  volatile: [/^Chunk ID: .*$/gm, /^Wall time: .*$/gm, /^Original token count: .*$/gm],
};
