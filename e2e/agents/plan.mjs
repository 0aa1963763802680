// Which agents play which scenarios, and what has to come of it.

/** The agents: their runner, their environment, and the tool with which they run a shell command. */
export const agents = {
  'claude-code': { runner: 'claude-code', env: {}, shell: { name: 'Bash', key: 'command', more: { description: 'upper-case' } } },
  codex: { runner: 'codex', env: {}, shell: { name: 'exec_command', key: 'cmd', more: {} } },
  'pi-chat': { runner: 'pi', env: { AGENT_API: 'openai-completions' }, shell: { name: 'bash', key: 'command', more: {} } },
  'pi-messages': { runner: 'pi', env: { AGENT_API: 'anthropic-messages' }, shell: { name: 'bash', key: 'command', more: {} } },
  'pi-responses': { runner: 'pi', env: { AGENT_API: 'openai-responses' }, shell: { name: 'bash', key: 'command', more: {} } },
};

export const COMMAND = 'tr a-z A-Z < hello.txt > proof.txt; cat hello.txt';
const DONE = { text: 'All done. TASK-COMPLETE-7f3a' };
const callOf = (shell) => JSON.stringify({ name: shell.name, arguments: { [shell.key]: COMMAND, ...shell.more } });
const leakOf = (shell) => `<tool_call>\n${callOf(shell)}\n</tool_call>`;

/** Scenarios that depend on the agent's own tool: a leaked call, and one in example talk, which is held. */
export const generated = {
  leak: (shell) => ({ name: 'leak', turns: [{ text: `I will run it.\n${leakOf(shell)}` }, DONE] }),
  'leak-fenced': (shell) => ({
    name: 'leak-fenced',
    turns: [{ text: `So it is written:\n\n\`\`\`\n${leakOf(shell)}\n\`\`\`\n\nTASK-COMPLETE-7f3a` }],
  }),
  held: (shell) => ({ name: 'held', turns: [{ text: `For example:\n${leakOf(shell)}` }, DONE] }),
};

/**
 * `untouched`: the task is done, not one byte changed, nothing held or asked again. `done`: the task is done. `honest`: done, or an end
 * that says so (exit code not 0). `safe`: only that no half call ran, since the scripted model goes on as if its call had run (Messages has
 * not closed it; that is no whole call). `proof` false: the task leaves no file. `not`: agents without the tool that the scenario wants.
 * The start of a reply that we hold back is kept alive: those bytes are ours, so such a scenario is not `untouched`.
 */
export const scenarios = {
  'happy-shell': { expect: 'untouched' },
  'happy-read': { expect: 'untouched', proof: false, not: ['codex'] },
  reasoning: { expect: 'untouched' },
  'cut-mid-tool-fin': { expect: 'honest' },
  'cut-mid-tool-rst': { expect: 'honest' },
  'cut-mid-tool-clean': { expect: 'honest' },
  'cut-mid-tool-fin-notext': { expect: 'honest' },
  'cut-mid-tool-clean-notext': { expect: 'honest' },
  'cut-after-tool-clean': { expect: 'safe' },
  'cut-mid-text': { expect: 'honest' },
  'cut-forever': { expect: 'honest', seconds: 60 },
  'error-event': { expect: 'honest' },
  'error-event-text': { expect: 'honest' },
  'wait20-silent': { expect: 'untouched' },
  'wait20-start-ping': { expect: 'done' },
  'dup-ids': { expect: 'done' },
  'args-truncated': { expect: 'done' },
  'args-fenced': { expect: 'done' },
  'args-double-encoded': { expect: 'done' },
  'finish-mismatch': { expect: 'done' },
  'drop-once': { expect: 'done' },
  'http-502-once': { expect: 'done' },
  leak: { expect: 'done' },
  'leak-fenced': { expect: 'untouched', proof: false },
  held: { expect: 'done', hold: true, seconds: 300 },
};
