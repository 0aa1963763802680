import { faultTable } from '../../testing/fault-table.ts';
import { fsNotObserved } from './fs-not-observed.ts';

faultTable(fsNotObserved, {
  valid: [
    ['edit_file', { path: 'a' }, 'Error: You have to read a before you can edit it.'],
    ['Edit', { file_path: '/a' }, '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>'],
    ['Write', { file_path: '/a' }, 'File has not been read yet. Read it first before writing to it.'],
    ['edit', { file_path: '/w/a.ts' }, 'File /w/a.ts has not been read in this session. Use the read_file tool first.'],
    ['edit', { file_path: '/a' }, 'you must read the file before editing it. Use the View tool first'],
    ['edit', { filePath: '/a' }, 'You must read the file /a before overwriting it. Use the Read tool first'],
  ],
  invalid: [
    ['Read', { file_path: '/w/T.md' }, '     1\t# Troubleshooting\n     2\t## "File has not been read yet"'],
    [
      'Edit',
      { file_path: '/a' },
      '<tool_use_error>String to replace not found in file.\nString: throw new Error("File has not been read yet")</tool_use_error>',
    ],
    ['file_editor', { command: 'create', path: '/w/a.py' }, 'Invalid `path` parameter: /w/a.py. File already exists at: /w/a.py.'],
  ],
});
