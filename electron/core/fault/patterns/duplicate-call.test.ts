import { faultTable } from '../../testing/fault-table.ts';
import { duplicateCall } from './duplicate-call.ts';

faultTable(duplicateCall, {
  valid: [
    [
      'developer__shell',
      { command: 'ls' },
      'The tool call developer__shell has exceeded maximum repetitions. Stop repeating the same command.',
    ],
    ['read_file', { path: 'a' }, 'Tool call repetition limit reached for read_file. Please try a different approach.'],
    [
      'read_file',
      { path: 'a' },
      'BLOCKED: You have read this exact file region 4 times in a row. The content has NOT changed. You already have this information.',
    ],
    ['bash', { command: 'ls' }, 'Tool [bash] has been called 5 times consecutively with identical arguments. This is not making progress.'],
  ],
  invalid: [
    ['Read', { file_path: '/a' }, 'File unchanged since last read. The content from the earlier Read tool_result is still current.'],
    ['bash', { command: 'x' }, 'called 3 times'],
  ],
});
