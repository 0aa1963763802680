import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { xaiFunctionCall } from './xai-function-call.ts';

const call = (inner: string) => `<xai:function_call name="bash">\n${inner}</xai:function_call>`;
const parameter = (name: string, value: string) => `<xai:parameter name="${name}">${value}</xai:parameter>\n`;

describe('xai-function-call', () =>
  checkFormatTable(xaiFunctionCall, {
    valid: [
      {
        name: 'types',
        text: call(parameter('command', 'false') + parameter('background', 'false')),
        calls: ['bash {"command":"false","background":false}'],
      },
      {
        name: 'closing tag of the call in a value',
        text: call(parameter('command', 'echo </xai:function_call>\nx')),
        calls: ['bash {"command":"echo </xai:function_call>\\nx"}'],
      },
    ],
    invalid: [
      { name: 'nameless', text: '<xai:function_call>\n</xai:function_call>', found: 'no' },
      { name: 'cut', text: '<xai:function_call name="bash">\n<xai:parameter name="command">npm publish --acc', found: 'incomplete' },
      { name: 'text inside', text: call('ls'), found: 'no' },
    ],
  }));
