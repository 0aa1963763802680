import { demoAnthropic } from './demo-anthropic.ts';
import { type Story, textTool } from './demo-story.ts';

/** A value that holds its own closing tag: two readings of the same bytes, and only a person can tell which was meant. */
export const storyMobile: Story = {
  session: 'mobile-app',
  userAgent: 'claude-cli/2.1.197 (signalbox demo)',
  model: 'deepseek-v3.2',
  dialect: demoAnthropic,
  system: 'You are a coding agent working in /srv/mobile-app.',
  tools: [
    textTool('Write', 'Writes a file.', ['file_path', 'content']),
    textTool('Bash', 'Runs a command in the project and returns its output.', ['command'], ['description']),
    textTool('Read', 'Reads a file.', ['file_path']),
  ],
  tasks: [
    {
      asks: 'Write down in docs/prompting.md how DeepSeek closes a parameter.',
      steps: [
        {
          says: 'I look at what is there.',
          calls: [{ name: 'Read', arguments: { file_path: '/srv/mobile-app/docs/prompting.md' } }],
          results: { Read: { text: '# Prompting\n\nOne parameter a line.' } },
        },
        {
          says: '<｜DSML｜function_calls>\n<｜DSML｜invoke name="Write">\n<｜DSML｜parameter name="file_path" string="true">/srv/mobile-app/docs/prompting.md</｜DSML｜parameter>\n<｜DSML｜parameter name="content" string="true"># Prompting\n\nA parameter ends with </｜DSML｜parameter> and a new line.\n</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
          again: 'I leave the file as it is.',
          results: { Write: { text: 'File written: /srv/mobile-app/docs/prompting.md' } },
        },
        { says: 'The page says now how a parameter ends.' },
      ],
    },
  ],
};
