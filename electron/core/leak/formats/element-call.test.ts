import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { elementCall } from './element-call.ts';

describe('element-call', () =>
  checkFormatTable(elementCall, {
    valid: [
      { name: 'inline', text: '<read_file><path>src/a.ts</path></read_file>', calls: ['read_file {"path":"src/a.ts"}'] },
      {
        name: 'types by schema',
        text: '<read_file>\n<path>\na\n</path>\n<start_line>10</start_line>\n</read_file>',
        calls: ['read_file {"path":"a","start_line":10}'],
      },
      {
        name: 'a call inside a value is data',
        text: "<bash><command>echo '<read_file><path>x</path></read_file>'</command></bash>",
        calls: ['bash {"command":"echo \'<read_file><path>x</path></read_file>\'"}'],
      },
      {
        name: 'HTML in a value',
        text: '<write_file>\n<content>\n<path d="M0"/>&amp;\n</content>\n</write_file>',
        calls: ['write_file {"content":"<path d=\\"M0\\"/>&amp;"}'],
      },
      { name: 'JSON body', text: '<write_file>{"path": "a"}</write_file>', calls: ['write_file {"path": "a"}'], degraded: true },
      {
        name: 'an unadvertised sibling is a call too',
        text: '<read_file><path>a</path></read_file>\n<delete_file><path>a</path></delete_file>',
        calls: ['read_file {"path":"a"}', 'delete_file {}'],
      },
      {
        name: 'a result behind it is none',
        text: '<read_file><path>a</path></read_file>\n<result><x>1</x></result>',
        calls: ['read_file {"path":"a"}'],
        rest: '\n<result><x>1</x></result>',
      },
    ],
    invalid: [
      { name: 'HTML', text: '<bash>\n<b>x</b></bash>', found: 'no' },
      { name: 'plain text child', text: '<bash>ls</bash>', found: 'no' },
      { name: 'empty element', text: '<get_time></get_time>', found: 'no' },
      { name: 'not closed', text: '<read_file><path>src/a.ts</path>', found: 'incomplete' },
      { name: 'undeclared child', text: '<read_file><path>a</path><mode>x</mode></read_file>', found: 'shape' },
      { name: 'own closing tag in a value', text: '<write_file><content>a </content> b</content></write_file>', found: 'ambiguous' },
    ],
  }));
