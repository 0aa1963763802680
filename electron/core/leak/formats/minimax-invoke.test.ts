import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { minimaxInvoke } from './minimax-invoke.ts';

const wrap = (inner: string) => `<minimax:tool_call>\n${inner}\n</minimax:tool_call>`;
const invoke = (name: string, inner: string) => `<invoke name="${name}">\n${inner}</invoke>`;
const parameter = (name: string, value: string) => `<parameter name="${name}">${value}</parameter>\n`;

describe('minimax-invoke', () =>
  checkFormatTable(minimaxInvoke, {
    valid: [
      {
        name: 'two equal calls stay two',
        text: wrap(invoke('bash', parameter('command', 'sync')) + invoke('bash', parameter('command', 'sync'))),
        calls: ['bash {"command":"sync"}', 'bash {"command":"sync"}'],
      },
      {
        name: 'single quotes',
        text: wrap("<invoke name='bash'><parameter name='command'>ls</parameter></invoke>"),
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'verbatim white space',
        text: wrap(invoke('bash', parameter('command', '\n ls\n'))),
        calls: ['bash {"command":"\\n ls\\n"}'],
      },
      { name: 'null by schema', text: wrap(invoke('mixed', parameter('number', 'null'))), calls: ['mixed {"number":null}'] },
      {
        name: 'outer closing tag in a value',
        text: wrap(invoke('bash', parameter('command', '</minimax:tool_call>'))),
        calls: ['bash {"command":"</minimax:tool_call>"}'],
      },
    ],
    invalid: [
      {
        name: 'second call cut',
        text: `<minimax:tool_call>${invoke('get_time', '')}<invoke name="bash"><parameter name="command">l`,
        found: 'incomplete',
      },
      {
        name: 'own closing tags in a value',
        text: wrap(invoke('write_file', parameter('content', '<parameter>\n</parameter>'))),
        found: 'ambiguous',
      },
      { name: 'no call inside', text: '<minimax:tool_call>hello</minimax:tool_call>', found: 'no' },
      { name: 'parameter without a call', text: wrap(parameter('command', 'ls')), found: 'shape' },
    ],
  }));
