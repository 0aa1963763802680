import { faultTable } from '../../testing/fault-table.ts';
import { viewRange } from './view-range.ts';

faultTable(viewRange, {
  valid: [
    ['read_file', { path: 'a', start_line: 500 }, 'Error: start_line 500 is greater than the total number of lines (120)'],
    ['ReadFile', { path: '/a', line_offset: 900 }, 'Error: line_offset 900 exceeds file length (120 lines).'],
    [
      'file_editor',
      { command: 'view', path: '/a', view_range: [30, 10] },
      'Invalid `view_range` parameter: [30, 10]. Its second element `10` should be greater than or equal to the first element `30`.',
    ],
    [
      'file_editor',
      { command: 'insert', path: '/a', insert_line: 900 },
      'Invalid `insert_line` parameter: 900. It should be within the range of allowed values: [0, 120].',
    ],
    ['read', { path: '/w/X', offset: 900 }, 'Error: offset 900 is out of range for "/w/X" (120 lines)'],
    ['view', { file_path: '/a', offset: -1 }, 'Offset must be a non-negative number'],
    ['read_file', { path: 'a', offset: 500 }, 'Line 500 is out of range. File has 120 lines.'],
    ['insert_content', { path: 'a', line: 900 }, 'Invalid line number: 900. File has 120 lines.'],
    ['read_file_range', { filepath: 'a', startLine: 0 }, 'startLine must be 1 or greater (got 0)'],
  ],
  invalid: [
    ['file_editor', { command: 'view', path: '/a' }, 'NOTE: We only show up to 120 lines.'],
    ['bash', { command: 'x' }, 'panic: runtime error: index out of range [5] with length 3'],
    ['read_file', { path: 'a', offset: 0 }, 'Showing lines 1-50 of 1200 total lines.\n\n---\n\nOffset 3 is out of range'],
  ],
});
