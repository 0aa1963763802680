import { demoAnthropic } from './demo-anthropic.ts';
import { type Story, textTool } from './demo-story.ts';

const dsml = (tool: string, parameter: string, value: string) =>
  `<｜DSML｜function_calls>\n<｜DSML｜invoke name="${tool}">\n<｜DSML｜parameter name="${parameter}" string="true">${value}</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`;

/** Native calls, then a call that leaks in DeepSeek's own markup; later a stream that dies in the middle of a call. */
export const storyCheckout: Story = {
  session: 'checkout-api',
  userAgent: 'claude-cli/2.1.197 (signalbox demo)',
  model: 'deepseek-v3.2',
  dialect: demoAnthropic,
  system: 'You are a coding agent working in /srv/checkout-api.',
  tools: [
    textTool('Bash', 'Runs a command in the project and returns its output.', ['command'], ['description']),
    textTool('Read', 'Reads a file.', ['file_path']),
    textTool('Edit', 'Replaces text in a file.', ['file_path', 'old_string', 'new_string']),
    textTool('Grep', 'Searches file contents.', ['pattern'], ['path']),
  ],
  tasks: [
    {
      asks: 'The totals test fails since the currency change. Find out why and fix it.',
      steps: [
        {
          says: 'I will run the failing test first.',
          calls: [{ name: 'Bash', arguments: { command: 'npm test -- totals', description: 'Run the totals test' } }],
          results: {
            Bash: { text: 'FAIL test/totals.test.ts\n  expected 1099, received 10.99\n  at totals.test.ts:41:22\n1 failed, 12 passed' },
          },
        },
        {
          says: `The total is in euros, the test wants cents. Let me look at the place.\n\n${dsml('Read', 'file_path', '/srv/checkout-api/src/totals.ts')}`,
          results: {
            Read: {
              text: 'export function total(lines: Line[]): number {\n  return lines.reduce((sum, line) => sum + line.amount / 100, 0);\n}',
            },
          },
        },
        {
          says: 'The division belongs to the view.',
          calls: [
            {
              name: 'Edit',
              arguments: { file_path: '/srv/checkout-api/src/totals.ts', old_string: 'line.amount / 100', new_string: 'line.amount' },
            },
          ],
          results: { Edit: { text: 'The file /srv/checkout-api/src/totals.ts has been updated.' } },
        },
        {
          says: dsml('Bash', 'command', 'npm test -- totals'),
          results: { Bash: { text: '13 passed' } },
        },
        { says: 'Fixed: `total` returns cents again, and the view divides. All 13 tests pass.' },
      ],
    },
    {
      asks: 'Add a health route and check that it answers.',
      steps: [
        {
          says: 'I look at the routes.',
          calls: [{ name: 'Grep', arguments: { pattern: 'app\\.get\\(', path: 'src' } }],
          results: { Grep: { text: 'src/app.ts:18:app.get("/orders", listOrders)\nsrc/app.ts:19:app.get("/orders/:id", oneOrder)' } },
        },
        {
          says: 'I add it beside them.',
          calls: [
            {
              name: 'Edit',
              arguments: {
                file_path: '/srv/checkout-api/src/app.ts',
                old_string: 'app.get("/orders", listOrders)',
                new_string: 'app.get("/health", health)\napp.get("/orders", listOrders)',
              },
            },
          ],
          cut: true,
        },
        { says: 'The connection was lost while I was editing; nothing was changed yet. Shall I go on?' },
      ],
    },
  ],
};
