import { faultTable } from '../../testing/fault-table.ts';
import { paramTypeMismatch } from './param-type-mismatch.ts';

faultTable(paramTypeMismatch, {
  valid: [
    ['grep', { pattern: 1 }, 'pattern.trim is not a function'],
    [
      'mcp__go__x',
      { n: 'a' },
      'invalid params: unmarshaling arguments: validating /properties/n: type: a has type "string", want "integer"',
    ],
    ['mcp__jv__x', { n: 'a' }, 'Invalid arguments: $.n: string found, integer expected'],
    ['glob', { pattern: ['*'] }, 'Error: Invalid parameters provided. Reason: params/pattern must be string'],
    ['view', { limit: 'x' }, 'error parsing parameters: json: cannot unmarshal string into Go struct field ViewParams.limit of type int'],
    ['list_pull_requests', { perPage: '10' }, 'parameter perPage is not of type float64, is string'],
    ['sequentialthinking', { thoughtNumber: '1' }, 'Error: Invalid thoughtNumber: must be a number'],
    ['list_dir', { path: 1 }, "ERROR: argument 'path' must be a string, got int"],
    ['nap', { s: 1 }, "TypeError: nap() got an unexpected keyword argument 's'"],
    ['read_file', { path: 'a', offset: 'x' }, 'params/offset must be number'],
    ['read_file', { path: 'a', limit: -1 }, 'Limit must be a positive number'],
    ['ask_user_question', { questions: 'x' }, 'Parameter "questions" must be an array.'],
    ['todo_write', { todos: 'x' }, 'Parameter "todos" must be an array.'],
    [
      'Bash',
      { command: 'ls', timeout: '5s' },
      '<tool_use_error>InputValidationError: Bash failed due to the following issue:\nThe parameter `timeout` type is expected as `number` but provided as `string`</tool_use_error>',
    ],
    [
      'grep',
      { pattern: 'x', limit: '3' },
      'invalid parameters: json: cannot unmarshal string into Go struct field GrepParams.limit of type int',
    ],
    ['update_plan', { plan: 'x' }, 'failed to parse function arguments: invalid type: string "x", expected a sequence at line 1 column 12'],
    ['exec_command', { cmd: ['ls'] }, 'failed to parse function arguments: invalid type: sequence, expected a string at line 1 column 7'],
    [
      'todowrite',
      { todos: [{ content: 'a', status: 'doing' }] },
      'The todowrite tool was called with invalid arguments: [\n  {\n    "code": "invalid_value",\n    "values": [\n      "pending",\n      "in_progress"\n    ],\n    "path": [\n      "todos",\n      0,\n      "status"\n    ],\n    "message": "Invalid option: expected one of \\"pending\\"|\\"in_progress\\""\n  }\n].\nPlease rewrite the input so it satisfies the expected schema.',
    ],
    [
      'read',
      { filePath: '/a', offset: '1' },
      'The read tool was called with invalid arguments: [\n  {\n    "expected": "number",\n    "code": "invalid_type",\n    "path": [\n      "offset"\n    ],\n    "message": "Invalid input: expected number, received string"\n  }\n].\nPlease rewrite the input so it satisfies the expected schema.',
    ],
    ['ReadFile', { path: '/a', n_lines: 'x' }, "Error validating JSON arguments: 'x' is not of type 'integer'"],
    [
      'search',
      { q: 1 },
      "Error invoking tool 'search' with kwargs {'q': 1} with error:\n 1 validation error for search\nq\n  Input should be a valid string [type=string_type, input_value=1, input_type=int]\n Please fix the error and try again.",
    ],
    ['final', {}, "tool() got an unexpected keyword argument 'foo'"],
    ['list', { a: 1 }, 'Error: invalid arguments: unknown property "a"'],
    ['write_file', { file_path: '/a', content: { a: 1 } }, 'params/content must be string'],
    [
      'mcp__gh__list_issues',
      { state: 'opened' },
      'MCP error -32602: Input validation error: Invalid arguments for tool list_issues: [\n  {\n    "received": "opened",\n    "code": "invalid_enum_value",\n    "options": [\n      "open",\n      "closed"\n    ],\n    "path": [\n      "state"\n    ],\n    "message": "Invalid enum value. Expected \'open\' | \'closed\', received \'opened\'"\n  }\n]',
    ],
  ],
  invalid: [
    [
      'bash',
      { command: 'node a.js' },
      'TypeError [ERR_INVALID_ARG_TYPE]: The "path" argument must be of type string. Received undefined\n    at x',
    ],
    ['bash', { command: 'tsc' }, "src/a.ts(3,5): error TS2322: Type 'string' is not assignable to type 'number'."],
    [
      'read',
      {},
      'The read tool was called with invalid arguments: [{"expected":"string","code":"invalid_type","path":["filePath"],"message":"Invalid input: expected string, received undefined"}]',
    ],
    ['mcp__db__q', {}, 'MCP error -32602: Output validation error: Tool query has an output schema but no structured content was provided'],
  ],
});
