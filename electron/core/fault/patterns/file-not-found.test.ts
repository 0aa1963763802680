import { faultTable } from '../../testing/fault-table.ts';
import { fileNotFound } from './file-not-found.ts';

faultTable(fileNotFound, {
  valid: [
    [
      'read_file',
      { path: 'src/nope.ts' },
      "File: src/nope.ts\nError: Error reading file: ENOENT: no such file or directory, stat '/w/src/nope.ts'",
    ],
    [
      'read_file',
      { path: 'src/nope.ts' },
      "<files>\n<file><path>src/nope.ts</path><error>Error reading file: ENOENT: no such file or directory, open '/w/src/nope.ts'</error></file>\n</files>",
    ],
    ['Read', { file_path: '/w/a.ts' }, '<tool_use_error>File does not exist. Note: your current working directory is /w.</tool_use_error>'],
    ['Read', { file_path: '/w/a.ts' }, 'File does not exist. Note: your current working directory is /w.'],
    [
      'Grep',
      { pattern: 'x', path: '/w/nope' },
      '<tool_use_error>Path does not exist: /w/nope. Note: your current working directory is /w.</tool_use_error>',
    ],
    ['LS', { path: '/w/nope' }, 'Directory does not exist: /w/nope'],
    ['read_file', { file_path: '/w/x.ts' }, 'File not found: /w/x.ts'],
    ['read_file', { file_path: '/w/x.ts' }, 'Could not read file because no file was found at the specified path.'],
    ['glob', { pattern: '*', path: '/w/no' }, 'Search path does not exist /w/no'],
    ['read', { filePath: '/w/nodir' }, 'Error: File not found: /w/nodir'],
    [
      'apply_patch',
      { input: '..' },
      'apply_patch verification failed: Failed to read file to update /w/a.ts: No such file or directory (os error 2)',
    ],
    ['read', { path: 'x.ts' }, "ENOENT: no such file or directory, access '/w/x.ts'"],
    ['Read', { filepath: 'x' }, 'Error executing tool Read: File x does not exist. You might want to check the path and try again.'],
    ['view_file', { path: 'x.ts' }, 'File or directory not found: x.ts'],
    ['view', { file_path: '/w/x' }, 'File not found: /w/x\n\nDid you mean one of these?\n/w/xx'],
    ['ls', { path: '/w/no' }, 'path does not exist: /w/no'],
    ['read_file', { path: '/mnt/a' }, 'Error: File not found: /mnt/a'],
    ['mcp__filesystem__read_file', { path: '/w/x' }, "Error: ENOENT: no such file or directory, open '/w/x'"],
    [
      'exec_command',
      { cmd: 'ls', workdir: '/no' },
      'exec_command failed: CreateProcess { message: "Rejected(\\"Failed to create unified exec process: No such file or directory (os error 2)\\")" }',
    ],
    ['read_file', { path: 'a.py' }, "[Errno 2] No such file or directory: 'a.py'"],
    ['developer__text_editor', { command: 'view', path: '/w/a' }, "The path '/w/a' does not exist or is not a file"],
    ['read_file', { path: 'docs/x.md' }, '文件不存在：docs/x.md'],
    ['ls', { path: 'no' }, "Error: Path 'no' does not exist"],
    [
      'replace_in_file',
      { path: 'gone.ts' },
      'The tool execution failed with the following error:\n<error>\nFile does not exist at path: /w/gone.ts\n</error>',
    ],
    [
      'execute_command',
      { command: 'x', cwd: '/w/no' },
      '{"status":"error","message":"The tool execution failed","error":"Working directory \'/w/no\' does not exist."}',
    ],
    ['exec_command', { cmd: 'ls', workdir: '/no' }, 'exec_command failed: working directory does not exist: /no'],
    ['run_shell_command', { command: 'ls', directory: 'no' }, "Directory 'no' does not exist"],
    ['edit', { path: '/w/x', old_string: 'a', new_string: 'b' }, 'Error: cannot edit "/w/x": not found'],
    [
      'insert_content',
      { path: 'x.ts', line: 3 },
      'File does not exist at path: /w/x.ts\n\n<error_details>\nThe specified file could not be found.\n</error_details>',
    ],
    ['read_file', { target_file: 'a/b.ts' }, "Could not find file 'a/b.ts'. Did you mean one of: src/b.ts?"],
  ],
  invalid: [
    [
      'exec_command',
      { cmd: 'ls', workdir: '/w' },
      'exec_command failed for `ls`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    ],
    ['edit_file', { file_path: '/a.md' }, "Error: String not found in file: 'x'"],
    ['skill', { name: 'x' }, 'Skill "x" not found. Available skills: a, b'],
    ['grep', { pattern: 'x' }, 'ripgrep not found in $PATH'],
    ['fetch', { url: 'x' }, 'Request failed with status code: 404'],
    ['read_file', { path: 'README.md' }, 'File not found errors\n=====================\n\nWhen a file is missing...'],
    ['Grep', { pattern: 'x' }, 'src/a.ts:10:  throw new Error("File not found")'],
    ['edit', { filePath: '' }, 'filePath is required'],
  ],
});
