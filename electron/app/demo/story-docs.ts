import { demoChat } from './demo-chat.ts';
import { type Story, textTool } from './demo-story.ts';

const hermes = (name: string, args: Readonly<Record<string, string>>) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** A Hermes leak that is recovered, and the same text as documentation in a fence, which passes untouched. */
export const storyDocs: Story = {
  session: 'docs-site',
  userAgent: 'opencode/1.18.33 (signalbox demo)',
  model: 'qwen3-coder-480b',
  dialect: demoChat,
  system: 'You are a coding agent working in /srv/docs-site.',
  tools: [
    textTool('bash', 'Runs a shell command.', ['command']),
    textTool('read', 'Reads a file.', ['filePath']),
    textTool('write', 'Writes a file.', ['filePath', 'content']),
    textTool('grep', 'Searches file contents.', ['pattern']),
  ],
  tasks: [
    {
      asks: 'Which pages still mention the old installer?',
      steps: [
        {
          says: `I search the pages.\n${hermes('grep', { pattern: 'install\\.sh' })}`,
          results: { grep: { text: 'content/start.md:12: curl -fsSL …/install.sh\ncontent/ci.md:30: run: ./install.sh --quiet' } },
        },
        {
          says: 'Two pages. I read the first.',
          calls: [{ name: 'read', arguments: { filePath: 'content/start.md' } }],
          results: { read: { text: '# Start\n\n…\n12  curl -fsSL …/install.sh\n13  docs --version' } },
        },
        { says: 'Two pages mention it: `content/start.md` (line 12) and `content/ci.md` (line 30).' },
      ],
    },
    {
      asks: 'Explain in the guide how our model writes a tool call.',
      steps: [
        {
          says: `Here is the section:\n\n\`\`\`text\n${hermes('bash', { command: 'ls -l' })}\n\`\`\`\n\nThe JSON names the tool and its arguments; the tag closes it. This is documentation, nothing is run.`,
        },
      ],
    },
  ],
};
