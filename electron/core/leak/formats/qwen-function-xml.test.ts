import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { qwenFunctionXml } from './qwen-function-xml.ts';

const call = (name: string, ...parameters: readonly string[]) =>
  `<tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</tool_call>`;
const parameter = (name: string, value: string) => `<parameter=${name}>\n${value}\n</parameter>\n`;

describe('qwen-function-xml', () =>
  checkFormatTable(qwenFunctionXml, {
    valid: [
      { name: 'simple', text: call('read_file', parameter('path', 'a.ts')), calls: ['read_file {"path":"a.ts"}'] },
      { name: 'no parameters', text: call('get_time'), calls: ['get_time {}'] },
      {
        name: 'inline values, no line feeds',
        text: '<tool_call><function=bash><parameter=command>ls</parameter></function></tool_call>',
        calls: ['bash {"command":"ls"}'],
      },
      {
        name: 'two functions in one wrapper',
        text: '<tool_call><function=bash><parameter=command>a</parameter></function><function=get_time></function></tool_call>',
        calls: ['bash {"command":"a"}', 'get_time {}'],
      },
      {
        name: 'types by schema',
        text: call('bash', parameter('command', '42'), parameter('timeout', '42'), parameter('background', 'false')),
        calls: ['bash {"command":"42","timeout":42,"background":false}'],
      },
      { name: 'a string stays a string', text: call('bash', parameter('command', 'null')), calls: ['bash {"command":"null"}'] },
      {
        name: 'one pair of framing newlines',
        text: call('write_file', parameter('content', '\n  x\n')),
        calls: ['write_file {"content":"\\n  x\\n"}'],
      },
      {
        name: 'a single newline is data',
        text: '<tool_call><function=bash><parameter=command>ls\n</parameter></function></tool_call>',
        calls: ['bash {"command":"ls\\n"}'],
      },
      {
        name: 'entities stay',
        text: call('bash', parameter('command', 'a &lt;b&gt; &amp;')),
        calls: ['bash {"command":"a &lt;b&gt; &amp;"}'],
      },
      {
        name: 'outer tags in a value',
        text: call('write_file', parameter('content', '</tool_call> <tool_call> </function>')),
        calls: ['write_file {"content":"</tool_call> <tool_call> </function>"}'],
      },
      {
        name: 'array by schema, digits kept',
        text: call('todo_write', parameter('todos', '[{"n":9007199254740993}]')),
        calls: ['todo_write {"todos":[{"n":9007199254740993}]}'],
      },
      {
        name: 'what is no integer stays text',
        text: call('bash', parameter('command', 'x'), parameter('timeout', '007')),
        calls: ['bash {"command":"x","timeout":"007"}'],
      },
      { name: 'a quoted string keeps its quotes', text: call('bash', parameter('command', '"x"')), calls: ['bash {"command":"\\"x\\""}'] },
      { name: 'no schema for a parameter: text', text: call('bash', parameter('other', '5')), calls: ['bash {"other":"5"}'] },
      {
        name: 'JSON instead of parameters',
        text: '<tool_call>\n<function=bash>\n{"command": "ls"}\n</function>\n</tool_call>',
        calls: ['bash {"command": "ls"}'],
        degraded: true,
      },
      { name: 'text behind it is not part of it', text: `${call('get_time')}\nDone.`, calls: ['get_time {}'], rest: '\nDone.' },
      { name: 'unknown names are read too', text: call('sudo', parameter('x', '1')), calls: ['sudo {"x":"1"}'] },
    ],
    invalid: [
      { name: 'Hermes JSON', text: '<tool_call>\n{"name":"bash"}\n</tool_call>', found: 'no' },
      { name: 'GLM', text: '<tool_call>bash\n<arg_key>command</arg_key><arg_value>ls</arg_value></tool_call>', found: 'no' },
      { name: 'empty wrapper', text: '<tool_call></tool_call>', found: 'no' },
      { name: 'talk', text: '<tool_call> opens a call, <function=NAME> names it', found: 'no' },
      { name: 'placeholder', text: '<tool_call><function={{ name }}></function></tool_call>', found: 'no' },
      { name: 'head, then talk', text: '<tool_call> <function=NAME> followed by any number of parameters', found: 'no' },
      { name: 'cut in a value', text: '<tool_call><function=bash><parameter=command>rm -rf ./bu', found: 'incomplete' },
      { name: 'wrapper not closed', text: '<tool_call><function=get_time></function>', found: 'incomplete' },
      {
        name: 'last parameter not closed',
        text: '<tool_call><function=bash><parameter=command>\nls\n</function>\n</tool_call>',
        found: 'incomplete',
      },
      {
        name: 'a closing tag lost between parameters',
        text: call('read_file', '<parameter=path>\na\n', parameter('start_line', '1')),
        found: 'incomplete',
      },
      { name: 'words between the closing tags', text: '<tool_call><function=get_time></function> so </tool_call>', found: 'shape' },
      {
        name: 'words between parameters',
        text: call('bash', '<parameter=command>ls</parameter> and <parameter=timeout>1</parameter>'),
        found: 'incomplete',
      },
      {
        name: 'parameter outside its function',
        text: '<tool_call>\n<parameter=path>src</parameter>\n<function=bash>\n</function>\n</tool_call>',
        found: 'shape',
      },
      {
        name: 'the same parameter twice',
        text: call('bash', parameter('command', 'a'), parameter('command', 'b')),
        found: 'bad_arguments',
      },
      { name: 'declared array that is cut off', text: call('todo_write', parameter('todos', '[{\"a\": tr')), found: 'bad_arguments' },
      { name: 'own closing tag in a value', text: call('write_file', parameter('content', 'a </parameter> b')), found: 'ambiguous' },
      { name: 'nested pair in a value', text: call('write_file', parameter('content', '<parameter=x>1</parameter>')), found: 'ambiguous' },
      {
        name: 'a whole call in a value',
        text: call('write_file', parameter('content', `see\n${call('bash', parameter('command', 'ls'))}\nend`)),
        found: 'ambiguous',
      },
      {
        name: 'closing tags in a value',
        text: `${call('write_file', parameter('content', 'x'))} is\n how it ends\n</parameter></function></tool_call>`,
        found: 'ambiguous',
      },
      {
        name: 'an undeclared head behind a parameter',
        text: call('bash', parameter('command', 'a'), parameter('other', 'b')),
        found: 'ambiguous',
      },
      { name: 'union of string and array', text: call('mixed', parameter('value', '["a"]')), found: 'ambiguous' },
    ],
  }));
