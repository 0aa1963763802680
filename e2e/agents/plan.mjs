// Which agents play which scenarios, and what has to come of it.

const piShell = { name: 'bash', key: 'command', more: {} };
const piFails = (n) => ({ name: 'read', args: { path: '/nowhere/none.txt', offset: n } });

/** The agents: their runner, their environment, the tool with which they run a shell command, and their n-th way to make one mistake. */
export const agents = {
  'claude-code': {
    runner: 'claude-code',
    env: {},
    shell: { name: 'Bash', key: 'command', more: { description: 'upper-case' } },
    fails: (n) => ({ name: 'Read', args: { file_path: '/nowhere/none.txt', offset: n } }),
  },
  codex: {
    runner: 'codex',
    env: {},
    shell: { name: 'exec_command', key: 'cmd', more: {} },
    fails: (n) => ({ name: 'exec_command', args: { cmd: `echo ${n}`, workdir: '/nowhere' } }),
  },
  'pi-chat': { runner: 'pi', env: { AGENT_API: 'openai-completions' }, shell: piShell, fails: piFails },
  'pi-messages': { runner: 'pi', env: { AGENT_API: 'anthropic-messages' }, shell: piShell, fails: piFails },
  'pi-responses': { runner: 'pi', env: { AGENT_API: 'openai-responses' }, shell: piShell, fails: piFails },
  opencode: {
    runner: 'opencode',
    env: {},
    shell: { name: 'bash', key: 'command', more: { description: 'upper-case' } },
    fails: (n) => ({ name: 'read', args: { filePath: '/nowhere/none.txt', offset: n } }),
  },
};

export const COMMAND = 'tr a-z A-Z < hello.txt > proof.txt; cat hello.txt';
const DONE = { text: 'All done. TASK-COMPLETE-7f3a' };
const callOf = (shell) => JSON.stringify({ name: shell.name, arguments: { [shell.key]: COMMAND, ...shell.more } });
const leakOf = (shell) => `<tool_call>\n${callOf(shell)}\n</tool_call>`;

const RUN = { tool_calls: [{ use: 'shell', command: COMMAND }] };
const rawCall = (raw) => ({ tool_calls: [{ use: 'shell', raw_args: raw }] });
const echoOf = (shell) => JSON.stringify({ [shell.key]: 'echo hi', ...shell.more });

/**
 * Scenarios that depend on the agent's own tool: a leaked call, one in example talk, which is held, and arguments in a wrapping, with the names
 * that the agent's schema asks for. `cut-after-tool-again` is the cut behind whole arguments with a model that writes its call again.
 */
export const generated = {
  leak: (shell) => ({ name: 'leak', turns: [{ text: `I will run it.\n${leakOf(shell)}` }, DONE] }),
  'leak-fenced': (shell) => ({
    name: 'leak-fenced',
    turns: [{ text: `So it is written:\n\n\`\`\`\n${leakOf(shell)}\n\`\`\`\n\nTASK-COMPLETE-7f3a` }],
  }),
  'args-fenced': (shell) => ({ name: 'args-fenced', turns: [rawCall(`\`\`\`json\n${echoOf(shell)}\n\`\`\``), RUN, DONE] }),
  'args-double-encoded': (shell) => ({ name: 'args-double-encoded', turns: [rawCall(JSON.stringify(echoOf(shell))), RUN, DONE] }),
  'cut-after-tool-again': () => ({ name: 'cut-after-tool-again', turns: [{ ...RUN, cut: 'tool_done', cut_mode: 'clean' }, RUN, DONE] }),
  'loop-identical': (shell) => ({
    name: 'loop-identical',
    turns: [{ tool_calls: [{ name: shell.name, args: JSON.parse(echoOf(shell)) }] }],
  }),
  'loop-failing': (_shell, fails) => ({
    name: 'loop-failing',
    turns: Array.from({ length: 40 }, (_, n) => ({ tool_calls: [fails(n + 1)] })),
  }),
  held: (shell) => ({ name: 'held', turns: [{ text: `For example:\n${leakOf(shell)}` }, DONE] }),
};

/**
 * `untouched`: the task is done, not one byte changed, nothing held or asked again. `done`: the task is done. `honest`: done, or an end
 * that says so (exit code not 0). `safe`: only that no half call ran, since the scripted model goes on as if its call had run (Messages has
 * not closed it; that is no whole call). `broken`: the model goes on for ever, and once that is noticed at most two further requests reach it. `proof` false: the task leaves no file. `not`: agents without the tool that the scenario wants.
 */
export const scenarios = {
  'happy-shell': { expect: 'untouched' },
  'happy-read': { expect: 'untouched', proof: false, not: ['codex'] },
  reasoning: { expect: 'untouched' },
  'cut-mid-tool-fin': { expect: 'done' },
  'cut-mid-tool-rst': { expect: 'done' },
  'cut-mid-tool-clean': { expect: 'done' },
  'cut-mid-tool-fin-notext': { expect: 'done' },
  'cut-mid-tool-clean-notext': { expect: 'done' },
  'cut-after-tool-clean': { expect: 'safe' },
  'cut-after-tool-again': { expect: 'done' },
  'cut-mid-text': { expect: 'honest' },
  'cut-forever': { expect: 'honest', seconds: 60 },
  'error-event': { expect: 'done' },
  'error-event-text': { expect: 'honest' },
  'wait20-silent': { expect: 'untouched' },
  'wait20-start-ping': { expect: 'untouched' },
  'dup-ids': { expect: 'done' },
  'args-truncated': { expect: 'done' },
  'args-fenced': { expect: 'done', reasks: 0 },
  'args-double-encoded': { expect: 'done', reasks: 0 },
  'finish-mismatch': { expect: 'done' },
  'drop-once': { expect: 'done' },
  'http-502-once': { expect: 'done' },
  leak: { expect: 'done' },
  'leak-fenced': { expect: 'untouched', proof: false },
  'loop-identical': { expect: 'broken', proof: false },
  'loop-failing': { expect: 'broken', proof: false },
  held: { expect: 'done', hold: true, seconds: 300 },
};
