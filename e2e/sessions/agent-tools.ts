import type { DemoTool } from '../../electron/app/demo/demo-dialect.ts';
import { textTool } from '../../electron/app/demo/demo-story.ts';

/** The one tool of a code-mode agent: everything else is reached from its programs. */
export const runCode: DemoTool = textTool(
  'run_code',
  'Runs a JavaScript program. Inside it, call tools.bash({...}), tools.read({...}) and tools.edit({...}).',
  ['description', 'code'],
);

/** A shell that wants each command described, also from a program. */
export const describedBash: DemoTool = textTool('bash', 'Runs a shell command.', ['command', 'description']);

export const plainBash: DemoTool = {
  name: 'bash',
  description: 'Runs a shell command.',
  parameters: {
    type: 'object',
    properties: { command: { type: 'string' }, cwd: { type: 'string', description: 'Where it runs.' } },
    required: ['command'],
  },
};

export const editor: DemoTool = {
  name: 'str_replace_editor',
  description: 'Views files.',
  parameters: {
    type: 'object',
    properties: {
      command: { type: 'string', enum: ['view'] },
      path: { type: 'string', description: 'Path of the file.' },
      view_range: { type: 'array', items: { type: 'integer' } },
    },
    required: ['command', 'path'],
  },
};

/** Claude Code's reading and editing tools, as far as a session needs them. */
export const readAndEdit: readonly DemoTool[] = [
  textTool('Read', 'Reads a file.', ['file_path']),
  textTool('Edit', 'Replaces text in a file that was read before.', ['file_path', 'old_string', 'new_string']),
];

/** Roo Code's editing tool. */
export const applyDiff: DemoTool = textTool('apply_diff', 'Replaces one block of a file.', ['path', 'diff']);
