import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { minicpmFunction } from './minicpm-function.ts';

describe('minicpm-function', () =>
  checkFormatTable(minicpmFunction, {
    valid: [
      {
        name: 'CDATA',
        text: '<function name="bash"><param name="command"><![CDATA[a\n<b>]]></param></function>',
        calls: ['bash {"command":"a\\n<b>"}'],
      },
      {
        name: 'CDATA that is only a part is text',
        text: '<function name="bash"><param name="command">x <![CDATA[a]]></param></function>',
        calls: ['bash {"command":"x <![CDATA[a]]>"}'],
      },
      {
        name: 'types',
        text: '<function name="bash"><param name="command">1</param><param name="timeout">1</param></function>',
        calls: ['bash {"command":"1","timeout":1}'],
      },
      {
        name: 'byte-level marks',
        text: '<functionĠname="bash"><paramĠname="command">ls</param></function>',
        calls: ['bash {"command":"ls"}'],
        degraded: true,
      },
      {
        name: 'collapsed blanks',
        text: '<functionname="bash"><paramname="command">ls</param></function>',
        calls: ['bash {"command":"ls"}'],
        degraded: true,
      },
    ],
    invalid: [
      { name: 'not closed', text: '<function name="bash"><param name="command">ls</param>', found: 'incomplete' },
      {
        name: 'twice',
        text: '<function name="bash"><param name="command">a</param><param name="command">b</param></function>',
        found: 'bad_arguments',
      },
      { name: 'other markup', text: '<function name="f" as="x">', found: 'no' },
    ],
  }));
