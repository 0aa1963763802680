import { faultTable } from '../../testing/fault-table.ts';
import { toolProtocolText } from './tool-protocol-text.ts';

faultTable(toolProtocolText, {
  valid: [
    [
      'write_to_file',
      { path: 'a.ts</path>\n<content>\nfoo' },
      "Missing value for required parameter 'content'. Please retry with complete response.",
    ],
    [
      'write_to_file',
      {},
      'Failed to parse write_to_file parameters: XML tool calls are no longer supported. Use native tool calling (nativeArgs) instead.',
    ],
  ],
  invalid: [
    ['read_file', { path: 'p.txt' }, 'Use <read_file><path>...</path></read_file> to read.'],
    ['bash', { command: 'npm i' }, 'npm warn deprecated glob@7: no longer supported'],
    [
      'read_file',
      {},
      "Missing value for required parameter 'path'. Please retry with complete response.\n\n# Reminder\n\n<tool_name>\n</tool_name>",
    ],
  ],
});
