import { faultTable } from '../../testing/fault-table.ts';
import { unknownTool } from './unknown-tool.ts';

faultTable(unknownTool, {
  valid: [
    ['fs_reed', {}, 'No tool with "fs_reed" is found'],
    ['Delegate', {}, "Action 'Delegate' don't exist, these are the only available Actions:\nTool Name: search"],
    ['cat', {}, "-32002: Tool 'cat' not found"],
    [
      'think',
      {},
      '{"error":"Tool call think was rejected before execution: AI_NoSuchToolError: Model tried to call unavailable tool \'think\'. Available tools: read_files."}',
    ],
    ['open_browser', {}, 'Could not find tool: open_browser'],
    [
      'invalid',
      { tool: 'foo', error: 'x' },
      "The arguments provided to the tool are invalid: Model tried to call unavailable tool 'foo'. Available tools: bash, edit.",
    ],
    ['foo', {}, 'Unknown tool: foo'],
    ['foo', {}, 'Error: Unknown tool: foo'],
    ['foo', {}, 'tool not found: foo'],
    ['foo', {}, 'Error: foo is not a valid tool, try one of [search, fetch].'],
    ['', {}, "Tool '' is not available. Please try again with one of these tools: [read, write]"],
    ['foo', {}, 'Tool `foo` not found'],
    ['foo', {}, 'Function foo not found in agent tools'],
    ['container.exec', {}, 'unsupported call: container.exec'],
    ['foo', {}, 'Tool foo does not exist. Available tools: a, b'],
    ['shell', { command: 'ls' }, 'unsupported call: shell'],
    [
      'Bash',
      { command: 'ls' },
      '{"status":"error","message":"The tool execution failed","error":"Unknown tool \\"Bash\\". This tool does not exist. Please use one of the available tools: execute_command."}',
    ],
    ['bash', { command: 'ls' }, 'Tool "bash" not found. Did you mean one of: "run_shell_command", "glob"?'],
  ],
  invalid: [
    [
      'write_to_file',
      { path: 'a' },
      '{"status":"error","message":"The tool execution failed","error":"Tool \\"write_to_file\\" is not allowed in ask mode."}',
    ],
    ['bash', { command: 'foo' }, '/bin/sh: 1: foo: not found'],
    ['bash', { command: 'git diff' }, 'diff --git a/x b/x\n-throw new Error("Unknown tool")'],
    ['task', { prompt: 'x' }, 'Subagent report: I hit "Unknown tool: foo" twice.'],
    ['Skill', { skill: 'x' }, '<tool_use_error>Unknown skill: x</tool_use_error>'],
    ['file_editor', { command: 'edit' }, 'Unrecognized command edit. The allowed commands for FileEditor tool are: view, create'],
  ],
});
