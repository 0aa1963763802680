import { faultTable } from '../../testing/fault-table.ts';
import { relativePath } from './relative-path.ts';

faultTable(relativePath, {
  valid: [
    [
      'NotebookEdit',
      { notebook_path: 'n.ipynb' },
      '<tool_use_error>Notebook path must be absolute, but was relative: n.ipynb</tool_use_error>',
    ],
    ['list_directory', { path: 'src' }, 'Error: Invalid parameters provided. Reason: Path must be absolute: src'],
    ['read_file', { file_path: 'a.ts' }, 'File path must be absolute, but was relative: a.ts. You must provide an absolute path.'],
    ['write_file', { file_path: 'a.ts' }, 'File path must be absolute: a.ts'],
    ['ReadFile', { path: 'a' }, '`a` is not an absolute path. You must provide an absolute path to read a file.'],
    ['Read', { file_path: 'a' }, '<tool_use_error>file_path must be an absolute path, not a relative path</tool_use_error>'],
    ['list_directory', { path: 'src' }, 'Path must be absolute: src'],
  ],
  invalid: [
    [
      'ls',
      { dirPath: 'x' },
      'Directory x not found or is not accessible. You can use absolute paths, relative paths, or paths starting with ~',
    ],
    ['read_files', { paths: ['/etc/passwd'] }, 'Path must stay within cwd: /etc/passwd'],
    ['read_file', { path: 'docs.md' }, 'Paths\n=====\n\nThe path should be an absolute path.'],
  ],
});
