import { faultTable } from '../../testing/fault-table.ts';
import { paramNestedCall } from './param-nested-call.ts';

faultTable(paramNestedCall, {
  valid: [
    [
      'search_files',
      { path: { path: 'src', regex: 'x' }, regex: 'y' },
      '{"status":"error","message":"The tool execution failed","error":"The \\"path\\" argument must be of type string. Received an instance of Object"}',
    ],
    [
      'list_files',
      { path: { command: 'ls', cwd: '/w' } },
      '{"status":"error","message":"The tool execution failed","error":"The \\"path\\" argument must be of type string. Received an instance of Object"}',
    ],
  ],
  invalid: [
    [
      'use_mcp_tool',
      { server_name: 's', tool_name: 't', arguments: { path: 'a', content: 'b' } },
      '{"status":"error","message":"The tool execution failed","error":"x must be a string"}',
    ],
    [
      'write_to_file',
      { path: 'a', content: { a: 1 } },
      '{"status":"error","message":"The tool execution failed","error":"The \\"data\\" argument must be of type string or an instance of Buffer, TypedArray, or DataView. Received an instance of Object"}',
    ],
    ['edit', { path: 'a', edits: { path: 'x', content: 'y' } }, 'Edit applied successfully.'],
  ],
});
