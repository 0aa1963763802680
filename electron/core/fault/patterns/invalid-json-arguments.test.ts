import { faultTable } from '../../testing/fault-table.ts';
import { invalidJsonArguments } from './invalid-json-arguments.ts';

faultTable(invalidJsonArguments, {
  valid: [
    [
      'execute_bash',
      '{"command": "ls',
      'The tool call arguments could not be parsed as JSON: EOF while parsing a string at line 1 column 15',
    ],
    ['f', '{"a":1,}', 'An error occurred while parsing tool arguments. Please try again with valid JSON. Error: Expecting property name'],
    ['run_commands', {}, '{"error":"Tool call run_commands emitted invalid JSON arguments: Unexpected end of JSON input"}'],
    [
      'use_mcp_tool',
      { server_name: 'jira', arguments: '{a' },
      'Invalid JSON argument used with jira for create. Please retry with a properly formatted JSON argument.',
    ],
    ['developer__shell', {}, 'Could not interpret tool use parameters for id call_1: EOF while parsing a string at line 1 column 40'],
    [
      'read_file',
      '{"path":"a"}{"path":"b"}{"path":"c"}',
      'Failed to parse tool call arguments: Unexpected non-whitespace character after JSON at position 12',
    ],
    ['write', '{"content":"a', 'Unterminated string in JSON at position 13'],
    ['exec_command', '{"cmd":"ls"}{"cmd":"pwd"}', 'failed to parse function arguments: trailing characters at line 1 column 13'],
    ['exec_command', '{"cmd":"l', 'failed to parse function arguments: EOF while parsing a string at line 1 column 9'],
    ['terminal', '{"command":"a"}{"command":"b"}', 'Error: Invalid JSON arguments. Extra data: line 1 column 16 (char 15)'],
    ['x', '{"a":1}{"a":2}', 'Extra data: line 1 column 8 (char 7)'],
    ['read_file', '{"path":', 'Error parsing arguments for tool read_file: Unexpected end of JSON input'],
    ['write_to_file', '{"p', '{"error":"Failed to parse tool input","parse_error":"Unexpected end","raw_arguments":"{\\"p"}'],
    [
      'bash',
      '{"command": "ls"',
      'The arguments provided to the tool are invalid: Invalid input for tool bash: JSON parsing failed: Text: {"command": "ls".\nError message: JSON Parse error: Expected \'}\'',
    ],
    ['ReadFile', '{bad', 'Error parsing JSON arguments: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
    ['a', '{x', "invalid parameters: invalid character 'x' looking for beginning of object key string"],
    ['a', '{"a":"b\nc"}', 'invalid control character at: line 1 column 8 (char 7)'],
  ],
  invalid: [
    ['bash', { command: 'node p.js' }, 'SyntaxError: Unexpected non-whitespace character after JSON at position 15\n    at JSON.parse'],
    ['exec_command', { workdir: '/w' }, 'failed to parse function arguments: missing field `cmd` at line 1 column 16'],
    ['bash', { command: 'jq . x' }, 'parse error: Invalid numeric literal at line 1, column 10'],
    ['SendUserFile', { files: 3 }, "Error validating JSON arguments: 3 is not of type 'array'"],
  ],
});
