import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { nestedElementCall } from './nested-element-call.ts';

const around = (inner: string): string => `<read_file>\n<args>\n  <file>\n${inner}\n  </file>\n</args>\n</read_file>`;

describe('nested-element-call', () =>
  checkFormatTable(nestedElementCall, {
    valid: [
      { name: 'one file', text: around('    <path>src/a.ts</path>'), calls: ['read_file {"path":"src/a.ts"}'] },
      {
        name: 'types by schema',
        text: around('<path>a</path>\n<start_line>10</start_line>'),
        calls: ['read_file {"path":"a","start_line":10}'],
      },
      { name: 'inline', text: '<read_file><args><file><path>a</path></file></args></read_file>', calls: ['read_file {"path":"a"}'] },
    ],
    invalid: [
      { name: 'plain parameters', text: '<read_file><path>a</path></read_file>', found: 'no' },
      { name: 'other wrapping', text: '<read_file><args><path>a</path></args></read_file>', found: 'no' },
      { name: 'not closed', text: '<read_file><args><file><path>a</path></file></args>', found: 'incomplete' },
      { name: 'undeclared child', text: around('<path>a</path><mode>x</mode>'), found: 'shape' },
      { name: 'two files', text: around('<path>a</path>\n</file>\n<file>\n<path>b</path>'), found: 'ambiguous' },
    ],
  }));
