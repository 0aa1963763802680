import { faultTable } from '../../testing/fault-table.ts';
import { mcpToolMissing } from './mcp-tool-missing.ts';

faultTable(mcpToolMissing, {
  valid: [
    [
      'use_mcp_tool',
      { server_name: 'db', tool_name: 'quer' },
      '{"status":"error","type":"unknown_tool","message":"Tool \'quer\' does not exist on server \'db\'","available_tools":["query","schema"],"suggestion":"Please use one of the available tools or check if the server is properly configured"}',
    ],
    [
      'use_mcp_tool',
      { server_name: 'dbx', tool_name: 'q' },
      '{"status":"error","type":"unknown_server","message":"Server \'dbx\' is not configured","available_servers":["db"]}',
    ],
    ['mcp__db__q', {}, 'Unknown tool: q'],
    ['mcp__db__q', {}, 'Tool "mcp__db__q" not found. Did you mean one of: "mcp__db__query"?'],
    ['access_mcp_resource', { server_name: 'gh', uri: 'x' }, "Server 'gh' is not configured. Available servers: db"],
  ],
  invalid: [
    ['mcp__db__q', {}, 'MCP error -32000: Connection closed'],
    ['mcp__m__x', {}, 'Entity with name Foo not found'],
    ['mcp__db__q', { sql: 'x' }, "Table 'x' not found"],
    ['read_file', {}, 'Tool "readfile" not found. Did you mean one of: "read_file"?'],
  ],
});
