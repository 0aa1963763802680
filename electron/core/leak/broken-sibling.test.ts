import { describe, expect, test } from 'vitest';
import { replyContext } from '../testing/reply-context.ts';
import { judgeReply } from './leak-scanner.ts';

const HERMES = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>';
const NAMED = '[TOOL_CALLS]bash[ARGS]{"command": "ls"}';
const harmony = (header: string) => `${header}<|message|>{"command": "ls"}<|call|>`;
const GOOD = harmony('<|start|>assistant<|channel|>commentary to=functions.bash <|constrain|>json');
const verdict = (text: string) => judgeReply(text, replyContext());

describe('a broken call beside a whole one: nothing is salvaged', () => {
  test.each([
    ['an opener that is doubled', `<tool_call>\n${HERMES}`],
    ['an opener of another family', `<minimax:tool_call>\n${HERMES}`],
    ['a call whose name is lost', `[TOOL_CALLS]</function>ping[ARGS]{}${NAMED}`],
    ['a final message before the call', `<|channel|>final<|message|>Hi<|end|>${GOOD}`],
    ['a message whose recipient is damaged', `${harmony('<|channel|>commentary toto=functions.bash')}${GOOD}`],
    ['a body that lost its opener', `bash", "arguments": {"command": "rm"}}\n</tool_call>\n${HERMES}`],
    ['an element whose tag is damaged', `<func_bash>{}</function>\n${HERMES}`],
    ['arguments that lost their token and name', `[TOARGS]{"command": "rm"}${NAMED}`],
    ['a message without a recipient', `${harmony('<|channel|>commentary')}${GOOD}`],
  ])('%s', (_what, text) => expect(verdict(text)).toMatchObject({ type: 'refuse', reason: 'shape' }));

  test('a first call that lost its token is shown with the second', () => {
    const read = verdict(`ping[CALL_ID]aB3dE6gH0[ARGS]{}${NAMED}`);
    expect(read.type === 'hold' && read.calls.map((call) => call.name)).toEqual(['ping', 'bash']);
  });

  test.each([
    ['an opener named in a sentence', `I use the [TOOL_CALLS] format now.\n${NAMED}`],
    ['an opener in inline code', `\`[TOOL_CALLS]\` it is.\n${NAMED}`],
    ['a closer named in inline code', `It ends in \`</tool_call>\`\n${HERMES}`],
    ['a closer behind a sentence', `I list it.</tool_call>\n${HERMES}`],
    ['a closer alone', `</tool_call>\n${HERMES}`],
    ['a closer in a thought', `<think>so </tool_call></think>${HERMES}`],
    ['JSON in inline code', `I send \`{"a": "b"}\`.\n${HERMES}`],
    ['JSON that a sentence names', `I call it with {"path": "a"}\n${HERMES}`],
    ['JSON on a line of its own', `The answer was:\n{"a": {"b": []}}\n${HERMES}`],
    ['an opener in a thought', `<think>[TOOL_CALLS] maybe</think>${NAMED}`],
    ['a preamble', `<|channel|>commentary<|message|>I list the folder.<|end|>${GOOD}`],
  ])('%s is no call', (_what, text) => expect(verdict(text).type).toBe('recover'));
});

describe('Harmony headers', () => {
  test.each([
    '<|channel|>analysis to=functions.bash code',
    '<|start|>assistant to=functions.bash<|channel|>commentary <|constrain|>json',
    ' to=functions.bash<|channel|>analysis <|constrain|>json',
  ])('%s is listed', (header) => expect(verdict(harmony(header)).type).toBe('recover'));

  test.each([
    '<|channel|>commentarycommentary to=functions.bash',
    '<|channel|>final to=functions.bash',
    '<|channel|>commentary-to=functions.bash',
    '<|channel|>commentary to=functions.bash <|tool_call|>json',
  ])('%s is not: the call is only shown', (header) => expect(verdict(harmony(header)).type).not.toBe('recover'));
});

describe('quoted lines', () => {
  test.each([
    ['a block quote in a list', `- > ${HERMES.replaceAll('\n', '\n  > ')}`],
    ['a diff', `--- a\n+++ b\n@@ -0,0 +1,3 @@\n+${HERMES.replaceAll('\n', '\n+')}`],
    ['an added line alone', `+${HERMES.replaceAll('\n', ' ')}`],
    ['indented lines of a diff', `@@ -1 +1,3 @@\n a\n+  ${HERMES.replaceAll('\n', '\n+  ')}`],
  ])('%s', (_what, text) => expect(verdict(text).type).toBe('pass'));

  test.each([
    ['behind a diff', `@@ -1 +1 @@\n-a\n+b\n\nNow I list the folder.\n\n${HERMES}`],
    ['behind a list', `- a\n- b > c\n\n${HERMES}`],
    ['as a list item', `- ${HERMES}`],
  ])('%s it is a call', (_what, text) => expect(verdict(text).type).toBe('recover'));
});

describe('bars of DSML', () => {
  const call = (bars: string) =>
    `<${bars}tool_calls>\n<${bars}invoke name="bash">\n<${bars}parameter name="command" string="true">ls</${bars}parameter>\n</${bars}invoke>\n</${bars}tool_calls>`;

  test.each([
    ['｜DSML｜', 'recover'],
    ['｜｜DSML｜｜', 'recover'],
    ['‖DSML‖', 'hold'],
    ['|DSML|', 'hold'],
  ])('%s: %s', (bars, type) => expect(verdict(call(bars)).type).toBe(type));

  test('doubled in one tag only: never a call', () =>
    expect(['refuse', 'pass']).toContain(verdict(call('｜DSML｜').replace('</｜DSML｜invoke>', '</｜｜DSML｜｜invoke>')).type));
});

describe('the head of the next turn behind a call', () => {
  test.each([
    '<|im_start|>user',
    '<|im_end|>\n<|im_start|>user\n<tool_response>\n',
    '<|start_header_id|>user<|end_header_id|>\n\n',
    '<start_of_turn>user\n',
  ])('%j has nothing in it: it leaves with the call', (head) => {
    const read = verdict(`${HERMES}${head}`);
    expect(read.type).toBe('recover');
    const kept = 'keep' in read ? read.keep.map(({ start, end }) => `${HERMES}${head}`.slice(start, end)).join('') : undefined;
    expect(kept?.trim()).toBe('');
  });

  test.each(['<|im_start|>user\nthanks', '<|im_start|>assistant\nDone.', '<|im_start|>user\n<tool_response>\n{"ok": true}'])(
    '%j was written by the model: it is shown',
    (turn) => expect(verdict(`${HERMES}${turn}`)).toMatchObject({ type: 'hold', reason: 'prose' }),
  );
});
