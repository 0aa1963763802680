import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { longcatToolCall } from './longcat-tool-call.ts';

describe('longcat-tool-call', () =>
  checkFormatTable(longcatToolCall, {
    valid: [
      {
        name: 'simple',
        text: '<longcat_tool_call>bash\n<longcat_arg_key>command</longcat_arg_key>\n<longcat_arg_value>ls</longcat_arg_value>\n</longcat_tool_call>',
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'tags of the sister family are data',
        text: '<longcat_tool_call>bash<longcat_arg_key>command</longcat_arg_key><longcat_arg_value></arg_value></longcat_arg_value></longcat_tool_call>',
        calls: ['bash {"command":"</arg_value>"}'],
      },
    ],
    invalid: [
      { name: 'JSON', text: '<longcat_tool_call>{"name":"bash"}</longcat_tool_call>', found: 'no' },
      { name: 'cut', text: '<longcat_tool_call>bash\n<longcat_arg_key>command</longcat_arg_key>', found: 'incomplete' },
    ],
  }));
