import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { bareInvoke } from './bare-invoke.ts';
import { legacyInvoke } from './legacy-invoke.ts';
import { strippedInvoke } from './stripped-invoke.ts';
import { tmlInvoke } from './tml-invoke.ts';

const invoke = (inner: string) => `<invoke name="bash">\n${inner}</invoke>\n`;
const command = '<parameter name="command">ls -la</parameter>\n';

describe('stripped-invoke', () =>
  checkFormatTable(strippedInvoke, {
    valid: [
      {
        name: 'two calls',
        text: `<function_calls>\n${invoke(command)}${invoke(command)}</function_calls>`,
        calls: ['bash {"command":"ls -la"}', 'bash {"command":"ls -la"}'],
      },
      {
        name: 'the mark decides the type',
        text: '<function_calls><invoke name="bash"><parameter name="command" string="true">1</parameter><parameter name="timeout" string="false">1</parameter></invoke></function_calls>',
        calls: ['bash {"command":"1","timeout":1}'],
      },
      {
        name: 'marked as a string, declared an integer',
        text: '<function_calls><invoke name="bash"><parameter name="timeout" string="true">1</parameter></invoke></function_calls>',
        calls: ['bash {"timeout":"1"}'],
      },
    ],
    invalid: [
      {
        name: 'marked as JSON and none',
        text: '<function_calls><invoke name="bash"><parameter name="timeout" string="false">ten</parameter></invoke></function_calls>',
        found: 'bad_arguments',
      },
      { name: 'Python inside', text: '<function_calls>bash(command="ls")</function_calls>', found: 'no' },
    ],
  }));

describe('tml-invoke', () =>
  checkFormatTable(tmlInvoke, {
    valid: [
      {
        name: 'prefix on every tag',
        text: '<tml:function_calls><tml:invoke name="bash"><tml:parameter name="command">ls</tml:parameter></tml:invoke></tml:function_calls>',
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'simple',
        text: `<tml:function_calls>\n${invoke(command)}</tml:function_calls>`,
        calls: ['bash {"command":"ls -la"}'],
      },
    ],
    invalid: [{ name: 'closed without the prefix', text: `<tml:function_calls>\n${invoke(command)}</function_calls>`, found: 'shape' }],
  }));

describe('bare-invoke', () =>
  checkFormatTable(bareInvoke, {
    valid: [
      { name: 'no section', text: invoke(command).trimEnd(), calls: ['bash {"command":"ls -la"}'] },
      { name: 'a word instead of the section', text: `court\n${invoke(command)}`, calls: ['bash {"command":"ls -la"}'], rest: '\n' },
      { name: 'orphan closing tag', text: `${invoke(command)}</function_calls>`, calls: ['bash {"command":"ls -la"}'] },
    ],
    invalid: [
      { name: 'cut', text: 'count\n<invoke name="bash">\n<parameter name="command">....', found: 'incomplete' },
      { name: 'talk', text: '<invoke name="bash"> names the tool', found: 'no' },
    ],
  }));

describe('legacy-invoke', () =>
  checkFormatTable(legacyInvoke, {
    valid: [
      {
        name: 'parameters as elements',
        text: '<function_calls>\n<invoke>\n<tool_name>bash</tool_name>\n<parameters>\n<command>ls <b>x</b></command>\n<timeout>5</timeout>\n</parameters>\n</invoke>\n</function_calls>',
        calls: ['bash {"command":"ls <b>x</b>","timeout":5}'],
      },
    ],
    invalid: [
      {
        name: 'not closed',
        text: '<function_calls>\n<invoke>\n<tool_name>bash</tool_name>\n<parameters>\n<command>ls</command>\n</parameters>\n</invoke>\n',
        found: 'incomplete',
      },
      { name: 'attribute style', text: `<function_calls>\n${invoke(command)}</function_calls>`, found: 'no' },
    ],
  }));
