import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { seedFunctionXml } from './seed-function-xml.ts';

describe('seed-function-xml', () =>
  checkFormatTable(seedFunctionXml, {
    valid: [
      {
        name: 'inline value, end token behind',
        text: '<seed:tool_call>\n<function=bash>\n<parameter=command>ls</parameter>\n</function>\n</seed:tool_call><seed:eos>',
        calls: ['bash {"command":"ls"}'],
        rest: '<seed:eos>',
      },
    ],
    invalid: [
      {
        name: 'closed as another wrapper',
        text: '<seed:tool_call>\n<function=bash>\n<parameter=command>ls</parameter>\n</function>\n</tool_call>',
        found: 'shape',
      },
      { name: 'cut', text: '<seed:tool_call>\n<function=todo_write>\n<parameter=todos>[1,\n', found: 'incomplete' },
    ],
  }));
