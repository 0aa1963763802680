import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../../testing/reply-context.ts';
import { judgeReply } from '../leak-scanner.ts';

const tools = [functionTool('bash', { command: 'string' }), functionTool('move', { from: 'string', to: 'string' })];
const verdict = (text: string) => judgeReply(text, replyContext({ tools }));
const element = (body: string): string => `<tool_code>${body}</tool_code>`;

describe('tool_code element', () => {
  test.each([
    ['keywords', element('bash(command="ls")'), [['bash', '{"command":"ls"}']]],
    [
      'one call a line',
      element('\nbash(command="ls")\nbash(command="pwd")\n'),
      [
        ['bash', '{"command":"ls"}'],
        ['bash', '{"command":"pwd"}'],
      ],
    ],
    ['the one required text without its key', element("bash('mkdir x')"), [['bash', '{"command":"mkdir x"}']]],
  ])('%s: shown to the operator', (_what, text, calls) => {
    const read = verdict(text);
    expect(read.type).toBe('hold');
    expect(read.type === 'hold' && read.calls.map((call) => [call.name, JSON.stringify(JSON.parse(call.arguments))])).toEqual(calls);
  });

  test.each([
    ['two required texts', element('move("a", "b")')],
    ['an expression', element('bash("ls" + x)')],
    ['a text with a quotation mark in it', element('bash("a\\"b")')],
    ['a tool that is not offered', element('nuke("ls")')],
    ['no closer', '<tool_code>bash("ls")'],
    ['a program', element('for f in files: bash(f)')],
  ])('%s: never', (_what, text) => expect(['pass', 'refuse']).toContain(verdict(text).type));
});
