import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../../testing/reply-context.ts';
import { judgeReply } from '../leak-scanner.ts';

const tools = [functionTool('bash', { command: 'string' }), functionTool('ping')];
const verdict = (text: string) => judgeReply(text, replyContext({ tools }));

describe('a name and one object, as the whole reply', () => {
  test.each([
    'bash({"command": "ls"})',
    'bash({"command": "ls"});',
    'functions.bash({"command": "ls"})',
    'bash {"command": "ls"}',
    'bash: {"command": "ls"}\n',
    'ping({})',
  ])('%j is shown to the operator', (text) =>
    expect(verdict(text)).toMatchObject({ type: 'hold', reason: 'common', onExpiry: 'neutral-reask' }),
  );

  test.each([
    'bash {"command": "ls"} is how you list files.',
    'bash({"command": "ls"}).then((out) => console.log(out));',
    'I use bash({"command": "ls"}) for that.',
    'bash {command}',
    'bash: {"type": "object", "properties": {"command": {"type": "string"}}}',
    'bash: {}',
    'bash({"command": cmd})',
    'bash({"command": "ls"}, {"cwd": "/"})',
    'Bash({"command": "ls"})',
    'nuke({"command": "ls"})',
  ])('%j is text', (text) => expect(verdict(text).type).toBe('pass'));
});
