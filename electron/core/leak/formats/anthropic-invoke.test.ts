import { describe } from 'vitest';
import { checkFormatTable } from '../../testing/leak-format-table.ts';
import { anthropicInvoke } from './anthropic-invoke.ts';
import { bareNamespacedInvoke } from './bare-namespaced-invoke.ts';

const NS = `${['a', 'n', 't', 'm', 'l'].join('')}:`;
const invoke = (name: string, ...parameters: readonly string[]) => `<${NS}invoke name="${name}">\n${parameters.join('')}</${NS}invoke>\n`;
const parameter = (name: string, value: string) => `<${NS}parameter name="${name}">${value}</${NS}parameter>\n`;
const section = (inner: string) => `<${NS}function_calls>\n${inner}</${NS}function_calls>`;

describe('anthropic-invoke', () =>
  checkFormatTable(anthropicInvoke, {
    valid: [
      {
        name: 'two calls',
        text: section(invoke('bash', parameter('command', 'git status; echo "---"')) + invoke('get_time')),
        calls: ['bash {"command":"git status; echo \\"---\\""}', 'get_time {}'],
      },
      {
        name: 'array as JSON',
        text: section(invoke('todo_write', parameter('todos', '[{"id":"1"}]'))),
        calls: ['todo_write {"todos":[{"id":"1"}]}'],
      },
      {
        name: 'tags without the namespace are data',
        text: section(invoke('bash', parameter('command', '</parameter></invoke>'))),
        calls: ['bash {"command":"</parameter></invoke>"}'],
      },
    ],
    invalid: [
      {
        name: 'namespace on the section only',
        text: section('<invoke name="bash">\n<parameter name="command">ls</parameter>\n</invoke>\n'),
        found: 'shape',
      },
      {
        name: 'cut in a here-document',
        text: `<${NS}function_calls>\n<${NS}invoke name="bash">\n<${NS}parameter name="command">cat <<'E'\n`,
        found: 'incomplete',
      },
      {
        name: 'own closing tag in a value',
        text: section(invoke('bash', parameter('command', `echo </${NS}parameter> x`))),
        found: 'ambiguous',
      },
    ],
  }));

describe('bare-namespaced-invoke', () =>
  checkFormatTable(bareNamespacedInvoke, {
    valid: [
      {
        name: 'section swallowed, its closing tag left',
        text: `${invoke('bash', parameter('command', 'ls'))}</${NS}function_calls>`,
        calls: ['bash {"command":"ls"}'],
      },
    ],
    invalid: [{ name: 'not closed', text: `<${NS}invoke name="bash">\n${parameter('command', 'ls')}`, found: 'incomplete' }],
  }));
