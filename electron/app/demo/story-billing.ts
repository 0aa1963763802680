import { demoResponses } from './demo-responses.ts';
import { type Story, textTool } from './demo-story.ts';

/** A call behind the words "For example", which could be meant or not: the operator is asked. */
export const storyBilling: Story = {
  session: 'billing-worker',
  userAgent: 'codex_cli_rs/0.171.0 (signalbox demo)',
  model: 'qwen3-235b-instruct',
  dialect: demoResponses,
  system: 'You are a coding agent working in /srv/billing-worker.',
  tools: [
    textTool('shell_command', 'Runs a shell command.', ['command'], ['workdir']),
    textTool('read_file', 'Reads a file.', ['path']),
    textTool('apply_patch', 'Applies a patch to the working tree.', ['input']),
  ],
  tasks: [
    {
      asks: 'Is the retry queue growing? Look at the last hour.',
      steps: [
        {
          says: 'I count the entries.',
          calls: [{ name: 'shell_command', arguments: { command: 'redis-cli -n 2 llen retry', workdir: '/srv/billing-worker' } }],
          results: { shell_command: { text: '(integer) 418' } },
        },
        {
          says: 'The queue holds 418 entries. For example:\n<tool_call>\n{"name": "shell_command", "arguments": {"command": "redis-cli -n 2 lrange retry 0 4"}}\n</tool_call>',
          again: 'Understood. The queue holds 418 entries; I did not look into them.',
          results: { shell_command: { text: '1) "invoice:88121"\n2) "invoice:88120"\n3) "invoice:88117"' } },
        },
        { says: 'The queue grows slowly: 418 entries, the newest are invoices 88117 to 88121, all waiting for the tax service.' },
      ],
    },
    {
      asks: 'Raise the retry limit to 8.',
      steps: [
        {
          says: 'I read the setting first.',
          calls: [{ name: 'read_file', arguments: { path: 'config/queue.yaml' } }],
          results: { read_file: { text: 'retry:\n  limit: 5\n  backoff: 30s' } },
        },
        {
          says: '',
          calls: [
            {
              name: 'apply_patch',
              arguments: { input: '*** Begin Patch\n*** Update File: config/queue.yaml\n@@\n-  limit: 5\n+  limit: 8\n*** End Patch' },
            },
          ],
          results: { apply_patch: { text: 'Success. Updated the following files:\nM config/queue.yaml' } },
        },
        { says: 'The retry limit is 8 now.' },
      ],
    },
  ],
};
