import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { glmToolCall } from './glm-tool-call.ts';

const pair = (key: string, value: string) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>\n`;

describe('glm-tool-call', () =>
  checkFormatTable(glmToolCall, {
    valid: [
      { name: 'line feeds', text: `<tool_call>bash\n${pair('command', 'ls')}</tool_call>`, calls: ['bash {"command":"ls"}'] },
      {
        name: 'compact',
        text: '<tool_call>bash<arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>',
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'indented',
        text: '<tool_call>bash\n    <arg_key>command</arg_key>\n    <arg_value>ls</arg_value>\n  </tool_call>',
        calls: ['bash {"command":"ls"}'],
      },
      { name: 'no arguments', text: '<tool_call>get_time\n</tool_call>', calls: ['get_time {}'] },
      {
        name: 'verbatim value',
        text: `<tool_call>write_file\n${pair('content', '\n  a < b &amp; <![CDATA[x]]>\n')}</tool_call>`,
        calls: ['write_file {"content":"\\n  a < b &amp; <![CDATA[x]]>\\n"}'],
      },
      {
        name: 'types by schema',
        text: `<tool_call>bash\n${pair('command', '2024')}${pair('timeout', ' 5 ')}</tool_call>`,
        calls: ['bash {"command":"2024","timeout":5}'],
      },
      {
        name: 'odd keys',
        text: `<tool_call>odd\n${pair('a&b', '1')}${pair('x>y', '2')}</tool_call>`,
        calls: ['odd {"a&b":"1","x>y":"2"}'],
      },
      { name: 'no type: text', text: `<tool_call>mixed\n${pair('free', 'true')}</tool_call>`, calls: ['mixed {"free":"true"}'] },
    ],
    invalid: [
      { name: 'function XML', text: '<tool_call>\n<function=bash>\n</function></tool_call>', found: 'no' },
      { name: 'JSON', text: '<tool_call>{"name":"bash"}</tool_call>', found: 'no' },
      { name: 'a sentence', text: '<tool_call> opens the call', found: 'no' },
      { name: 'raw rest', text: '<tool_call>bash ls -la</tool_call>', found: 'no' },
      { name: 'open value', text: '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>par', found: 'incomplete' },
      {
        name: 'value not closed before the next key',
        text: '<tool_call>bash\n<arg_key>command</arg_key>\n<arg_value>ls<arg_key>timeout</arg_key>\n<arg_value>1</arg_value>\n</tool_call>',
        found: 'incomplete',
      },
      { name: 'value opener lost', text: '<tool_call>bash\n<arg_key>command</arg_key>ls</arg_value></tool_call>', found: 'shape' },
      { name: 'name glued to key', text: '<tool_call>bashcommand</arg_key><arg_value>ls</arg_value></tool_call>', found: 'shape' },
      {
        name: 'the same key twice',
        text: `<tool_call>bash\n${pair('command', 'a')}${pair('command', 'b')}</tool_call>`,
        found: 'bad_arguments',
      },
      {
        name: 'own closing tag in a value',
        text: `<tool_call>write_file\n${pair('content', "'</arg_value>'")}</tool_call>`,
        found: 'ambiguous',
      },
    ],
  }));
