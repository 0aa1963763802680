import { demoChat } from './demo-chat.ts';
import type { DemoTool } from './demo-dialect.ts';
import { type Story, type StoryStep, textTool } from './demo-story.ts';

const readTool: DemoTool = {
  name: 'read',
  description: 'Reads lines of a file.',
  parameters: {
    type: 'object',
    properties: { filePath: { type: 'string' }, offset: { type: 'integer' }, limit: { type: 'integer' } },
    required: ['filePath'],
  },
};

/** The same edit that can not succeed: guided, guided more strongly, then the circuit opens. */
const wrongEdit: StoryStep = {
  says: 'I replace the analyser.',
  calls: [
    { name: 'edit', arguments: { filePath: 'src/index/analyser.ts', oldString: 'new Analyser("en")', newString: 'analyserFor(locale)' } },
  ],
  again: 'I read the file again before the next edit.',
  results: { edit: { text: 'Error: oldString not found in content', isError: true } },
};

/** Numbers written as text, which are healed; a tool that nobody offered; an edit that fails until the circuit opens. */
export const storySearch: Story = {
  session: 'search-index',
  userAgent: 'opencode/1.18.33 (signalbox demo)',
  model: 'glm-4.6',
  dialect: demoChat,
  system: 'You are a coding agent working in /srv/search-index.',
  tools: [
    textTool('bash', 'Runs a shell command.', ['command']),
    readTool,
    textTool('edit', 'Replaces text in a file.', ['filePath', 'oldString', 'newString']),
  ],
  tasks: [
    {
      asks: 'Why are umlauts not found?',
      steps: [
        {
          says: 'I read the analyser.',
          calls: [{ name: 'read', arguments: { filePath: 'src/index/analyser.ts', offset: '120', limit: '40' } }],
          results: { read: { text: '120  const fold = (word) => word.toLowerCase();\n121  // folding of diacritics was removed with v3' } },
        },
        {
          says: '<tool_call>\n{"name": "open_browser", "arguments": {"url": "https://docs.example/analysers"}}\n</tool_call>',
          again: 'There is no browser here; the reason stands in the file.',
        },
        { says: 'Version 3 dropped the folding of diacritics (`analyser.ts`, line 121).' },
      ],
    },
    {
      asks: 'Choose the analyser by locale.',
      steps: [wrongEdit, wrongEdit, wrongEdit, wrongEdit, { says: 'The edit does not fit the file; I stop here and ask you.' }],
    },
  ],
};
