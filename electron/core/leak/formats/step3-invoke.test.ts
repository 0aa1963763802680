import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { step3Invoke } from './step3-invoke.ts';

const call = (name: string, inner: string) =>
  `<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="${name}">\n${inner}</steptml:invoke><｜tool_call_end｜>\n`;
const parameter = (name: string, value: string) => `<steptml:parameter name="${name}">${value}</steptml:parameter>\n`;
const section = (inner: string) => `<｜tool_calls_begin｜>\n${inner}<｜tool_calls_end｜>`;

describe('step3-invoke', () =>
  checkFormatTable(step3Invoke, {
    valid: [
      {
        name: 'two calls',
        text: section(call('bash', parameter('command', ' a < b\n')) + call('get_time', '')),
        calls: ['bash {"command":" a < b\\n"}', 'get_time {}'],
      },
      {
        name: 'own element named in a value',
        text: section(call('bash', parameter('command', '<steptml:invoke> is text'))),
        calls: ['bash {"command":"<steptml:invoke> is text"}'],
      },
    ],
    invalid: [
      { name: 'section not closed', text: `<｜tool_calls_begin｜>\n${call('get_time', '')}`, found: 'incomplete' },
      {
        name: 'another word before the separator',
        text: '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>tool<｜tool_sep｜><steptml:invoke name="bash">',
        found: 'no',
      },
      { name: 'the bars of another family', text: '<｜tool▁calls▁begin｜>', found: 'no' },
    ],
  }));
