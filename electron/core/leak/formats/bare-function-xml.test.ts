import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { bareFunctionXml } from './bare-function-xml.ts';

describe('bare-function-xml', () =>
  checkFormatTable(bareFunctionXml, {
    valid: [
      {
        name: 'orphan closer',
        text: '<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>',
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'no wrapper at all',
        text: '<function=bash><parameter=command>ls</parameter></function> ok',
        calls: ['bash {"command":"ls"}'],
        rest: ' ok',
      },
    ],
    invalid: [
      { name: 'JSON body is another format', text: '<function=bash>{"command":"ls"}</function>', found: 'no' },
      { name: 'talk', text: '<function=bash> is how a call starts', found: 'no' },
      { name: 'not closed', text: '<function=bash>\n<parameter=command>\nls\n</parameter>\n', found: 'incomplete' },
      { name: 'head not closed', text: '<function=bash\n<parameter=command>ls</parameter>', found: 'no' },
      {
        name: 'own closing tag in a value',
        text: '<function=bash><parameter=command>echo </parameter> x</parameter></function>',
        found: 'ambiguous',
      },
    ],
  }));
