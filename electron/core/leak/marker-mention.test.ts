import { describe, expect, test } from 'vitest';
import { replyContext } from '../testing/reply-context.ts';
import { judgeReply } from './leak-scanner.ts';

const verdict = (text: string) => judgeReply(text, replyContext());

describe('a marker that a sentence talks about', () => {
  test.each([
    ['in the middle of a sentence', 'I cannot use <tool_call> here.'],
    ['at the end of one', 'The marker is <|tool_calls_section_begin|>'],
    ['in a row of markers', 'They are <|tool_calls_section_begin|>, <|tool_call_begin|> and <|tool_call_end|>.'],
    ['in a list', 'Openers:\n- <tool_call>\n- </tool_call>\n'],
    ['with placeholders for the JSON', 'Use <|python_tag|> {"name": ..., "arguments": ...} for each call.'],
    ['with a placeholder for the name', 'Use [TOOL_CALLS]NAME{...} for each call.'],
    ['between brackets', 'The opener (<minimax:tool_call>'],
  ])('%s passes', (_what, text) => expect(verdict(text).type).toBe('pass'));

  test.each([
    ['at the start of the reply', '[TOOL_CALLS]'],
    ['behind a finished sentence', "I'll search for files. <|tool_calls_section_begin|>"],
    ['behind a colon', 'Running it now: <tool_call>'],
    ['on a line of its own', 'I will list the folder\n<tool_call>\n{"na'],
    ['with an offered name behind it', 'I call <tool_call>{"name": "bash", "arguments": {"com'],
    ['with a closed call to a tool that is not offered', 'I call <tool_call>{"name": "nuke", "arguments": {}}</tool_call>'],
  ])('%s it is an attempt', (_what, text) => expect(verdict(text).type).toBe('refuse'));
});
