import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { minimaxM3 } from './minimax-m3.ts';

const M = ']<]minimax[>[';
const wrap = (inner: string) => `${M}<tool_call>\n${M}<invoke name="NAME">${inner}${M}</invoke>\n${M}</tool_call>`;
const element = (name: string, inner: string) => `${M}<${name}>${inner}${M}</${name}>`;
const call = (name: string, inner: string) => wrap(inner).replace('NAME', name);

describe('minimax-m3', () =>
  checkFormatTable(minimaxM3, {
    valid: [
      {
        name: 'types by schema',
        text: call('bash', element('command', '007') + element('timeout', '7')),
        calls: ['bash {"command":"007","timeout":7}'],
      },
      {
        name: 'tags without the mark are data',
        text: call('write_file', element('content', '<path>x</path>\n</invoke>')),
        calls: ['write_file {"content":"<path>x</path>\\n</invoke>"}'],
      },
      {
        name: 'items and objects',
        text: call('todo_write', element('todos', element('item', element('id', '1')) + element('item', element('id', '2')))),
        calls: ['todo_write {"todos":[{"id":"1"},{"id":"2"}]}'],
      },
      {
        name: 'repeated name under a declared array',
        text: call('todo_write', element('todos', element('a', '1')) + element('todos', element('a', '2'))),
        calls: ['todo_write {"todos":[{"a":"1"},{"a":"2"}]}'],
      },
      { name: 'no arguments', text: call('get_time', ''), calls: ['get_time {}'] },
    ],
    invalid: [
      { name: 'repeated name elsewhere', text: call('bash', element('command', 'a') + element('command', 'b')), found: 'bad_arguments' },
      { name: 'text and elements mixed', text: call('todo_write', element('todos', `x${element('item', '1')}`)), found: 'shape' },
      { name: 'crossed closing tags', text: call('bash', `${M}<a>x${M}</b>`), found: 'shape' },
      { name: 'not closed', text: `${M}<tool_call>\n${M}<invoke name="bash">${element('command', 'ls')}`, found: 'incomplete' },
      { name: 'nothing named', text: `${M}<tool_call> hello`, found: 'no' },
    ],
  }));
