import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../testing/reply-context.ts';
import { judgeReply } from './leak-scanner.ts';

const context = replyContext({ tools: [functionTool('bash', { command: 'string' })] });

describe('a model’s own tags around something that no format reads', () => {
  test.each([
    '<tool_call>bash(command="ls")</tool_call>',
    '<tool_call>\n```json\n{"name": "bash", "arguments": {"command": "ls"}}\n```\n</tool_call>',
    '<tool_call>\u200b{"name": "bash", "arguments": {"command": "ls"}}</tool_call>\n<|im_end|>',
    '<think>I list.</think>\n<tool_call><bash>{"command": "ls"}</bash></tool_call>',
    '<|tool_call_start|>bash ls<|tool_call_end|>',
  ])('refused, never a call: %j', (text) => {
    expect(judgeReply(text, context)).toMatchObject({ type: 'refuse', reason: 'shape' });
  });

  test.each([
    ['no offered tool is named', '<tool_call>sh -c ls</tool_call>'],
    ['a part of another word', '<tool_call>bashful ones</tool_call>'],
    ['the closer is missing', '<tool_call> wraps bash calls'],
    ['text follows', '<tool_call>bash(command="ls")</tool_call> is wrong.'],
    ['text stands before', 'The form <tool_call>bash(command="ls")</tool_call>'],
    ['quoted', '`<tool_call>bash(command="ls")</tool_call>`'],
    ['the name stands far behind', `<tool_call>${'x '.repeat(120)}bash</tool_call>`],
  ])('passes as text: %s', (_why, text) => {
    expect(judgeReply(text, context).type).toBe('pass');
  });
});
