import { demoChat } from './demo-chat.ts';
import { type Story, textTool } from './demo-story.ts';

const hermes = (name: string, args: Readonly<Record<string, string>>) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/**
 * A Hermes leak that is recovered; an error that is explained to the model; arguments in a code fence, which are healed; a call whose result never came;
 * and the leak's text as documentation in a fence, which passes untouched.
 */
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
      asks: 'Move the setup page below the start page.',
      steps: [
        {
          says: 'I read it first.',
          calls: [{ name: 'read', arguments: { filePath: 'content/setup.md' } }],
          results: { read: { text: 'Error: File not found: /srv/docs-site/content/setup.md', isError: true } },
        },
        {
          says: 'It is called install.md.',
          calls: [{ name: 'bash', arguments: '```json\n{"command": "git mv content/install.md content/start/install.md"}\n```' }],
          results: { bash: { text: '' } },
        },
        {
          says: 'Now the links to it.',
          calls: [{ name: 'bash', arguments: { command: "grep -rl 'install.md' content" } }],
          interrupted: 'Stop. Leave a redirect at the old address instead.',
        },
        {
          says: 'A redirect then.',
          calls: [{ name: 'write', arguments: { filePath: 'content/install.md', content: '---\nredirect: /start/install\n---\n' } }],
          results: { write: { text: 'Wrote file successfully.' } },
        },
        { says: 'The page moved, and its old address leads there.' },
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
