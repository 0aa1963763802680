import { faultTable } from '../../testing/fault-table.ts';
import { paramDirectoryObject } from './param-directory-object.ts';

faultTable(paramDirectoryObject, {
  valid: [
    ['run_shell_command', { command: 'ls', directory: { path: '/w' } }, 'params/directory must be string'],
    [
      'exec_command',
      { cmd: 'ls', workdir: { path: '/w' } },
      'failed to parse function arguments: invalid type: map, expected a string at line 1 column 30',
    ],
    [
      'execute_command',
      { command: 'ls', cwd: { command: 'npm test' } },
      '{"status":"error","message":"The tool execution failed","error":"The \\"paths[0]\\" argument must be of type string. Received an instance of Object"}',
    ],
    [
      'bash',
      { command: 'ls', cwd: { a: 1 } },
      'invalid parameters: json: cannot unmarshal object into Go struct field BashParams.cwd of type string',
    ],
  ],
  invalid: [
    [
      'execute_command',
      { command: 'ls', cwd: '/w' },
      '{"status":"error","message":"The tool execution failed","error":"The \\"path\\" argument must be of type string. Received an instance of Object"}',
    ],
    ['bash', { command: 'ls', cwd: { a: 1 } }, 'a.ts\nb.ts'],
  ],
});
