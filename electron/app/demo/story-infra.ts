import { demoResponses } from './demo-responses.ts';
import { type Story, textTool } from './demo-story.ts';

/** Function XML without its wrapper, which people write too: the operator is asked, and may remember the verdict. */
const bare = (name: string, parameter: string, value: string) =>
  `<function=${name}>\n<parameter=${parameter}>\n${value}\n</parameter>\n</function>\n</tool_call>`;

/** Two equal leaks that only wait because their format is common. */
export const storyInfra: Story = {
  session: 'infra-tf',
  userAgent: 'codex_cli_rs/0.171.0 (signalbox demo)',
  model: 'qwen3-coder-30b',
  dialect: demoResponses,
  system: 'You are a coding agent working in /srv/infra.',
  tools: [textTool('read_file', 'Reads a file.', ['path']), textTool('shell_command', 'Runs a shell command.', ['command'], ['workdir'])],
  tasks: [
    {
      asks: 'Which provider version does staging pin?',
      steps: [
        {
          says: 'I look for the lock file.',
          calls: [{ name: 'shell_command', arguments: { command: 'ls -a staging', workdir: '/srv/infra' } }],
          results: { shell_command: { text: '.terraform.lock.hcl  main.tf  variables.tf' } },
        },
        {
          says: `I read it.\n${bare('read_file', 'path', 'staging/.terraform.lock.hcl')}`,
          again: 'I could not read the lock file.',
          results: { read_file: { text: 'provider "registry.example/hashicorp/aws" {\n  version = "6.14.1"\n}' } },
        },
        { says: 'Staging pins the AWS provider at 6.14.1.' },
      ],
    },
  ],
};
