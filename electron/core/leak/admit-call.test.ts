import { describe, expect, test } from 'vitest';
import { functionTool, replyContext } from '../testing/reply-context.ts';
import { ADMISSION_CHECKS } from './admit-call.ts';
import { exampleBefore } from './example-before.ts';
import { judgeReply } from './leak-scanner.ts';
import type { LeakVerdict, ReplyContext } from './leak-verdict.ts';

const CALL = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>';
const judge = (text: string, overrides: Partial<ReplyContext> = {}): LeakVerdict => judgeReply(text, replyContext(overrides));
const failed = (verdict: LeakVerdict) =>
  verdict.candidates.flatMap((candidate) => candidate.checks.filter((check) => check.state === 'failed').map((check) => check.number));

test('all checks hold: the call is dispatched, and every check is shown', () => {
  const verdict = judge(CALL);
  expect(verdict).toMatchObject({ type: 'recover', reason: 'ok' });
  expect(verdict.candidates[0]?.checks.map((check) => check.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(verdict.candidates[0]?.checks.map((check) => check.code)).toEqual([
    'no_tags',
    'quoted',
    'dual_protocol',
    'incomplete',
    'shape',
    'ambiguous',
    'unadvertised',
    'bad_arguments',
    'schema',
    'reasoning',
    'prose',
    'example',
    'common',
    'too_large',
  ]);
  expect(verdict.candidates[0]?.checks[0]?.span).toEqual({ start: 0, end: CALL.length });
  expect(ADMISSION_CHECKS.map((check) => check.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(failed(verdict)).toEqual([]);
});

/** Each row fails exactly the check of its number: without that check it would be dispatched. */
const ONLY: readonly (readonly [number, string, LeakVerdict['type'], string, Partial<ReplyContext>?])[] = [
  [2, 'fenced', 'pass', `It was:\n\`\`\`\n${CALL}\n\`\`\`\nas shown.`],
  [2, 'quoted', 'pass', `> ${CALL.replaceAll('\n', '\n> ')}`],
  [3, 'dual_protocol', 'strip', CALL, { hasNativeCall: true }],
  [4, 'incomplete', 'refuse', CALL.slice(0, -3)],
  [5, 'shape', 'refuse', CALL.replace('"name": "bash"', '"name": "bash", "name": "bash"')],
  [6, 'ambiguous', 'hold', CALL + CALL, { singleCall: true }],
  [7, 'unadvertised', 'refuse', CALL.replace('bash', 'Bash')],
  [8, 'bad_arguments', 'refuse', CALL.replace('{"command": "ls"}', '{"command": "ls", "command": "rm"}')],
  [9, 'schema', 'hold', CALL.replace('"ls"', '7')],
  [9, 'schema', 'hold', CALL.replace('"ls"', '"  "')],
  [10, 'reasoning', 'hold', `<think>so ${CALL}`],
  [11, 'prose', 'hold', `${CALL}\nThat lists the files.`],
  [11, 'prose', 'hold', `${'All tests of the parser pass again now. '.repeat(16)}\n${CALL}`],
  [11, 'prose', 'hold', `${'All tests of the parser pass. '.repeat(5)}\n${CALL}`],
  [12, 'example', 'hold', `For example:\n${CALL}`],
  [13, 'common', 'hold', '{"name": "bash", "arguments": {"command": "ls"}}'],
  [14, 'too_large', 'pass', CALL, { maxHeldBytes: 20 }],
];

describe('each check alone stops a call', () => {
  test.each(ONLY.map(([number, code, type, text, overrides]) => ({ number, code, type, text, overrides })))(
    'check $number ($code): $type',
    ({ number, code, type, text, overrides = {} }) => {
      const verdict = judge(text, overrides);
      expect(verdict).toMatchObject({ type, reason: code });
      // In a quotation other formats may be noted too: the candidate in question counts.
      const candidate = verdict.candidates.find((found) => found.reason === code);
      expect(candidate?.checks.filter((check) => check.state === 'failed').map((check) => check.number)).toEqual([number]);
      expect(
        verdict.candidates.find((candidate) => candidate.reason === code)?.checks.find((check) => check.number === number)?.evidence,
      ).not.toBe('');
    },
  );
});

describe('order and sides', () => {
  test('check 1: no tools, no text, no markup', () => {
    expect(judge(CALL, { tools: [] })).toMatchObject({ type: 'pass', reason: 'no_tools' });
    expect(judge(' \n')).toMatchObject({ type: 'pass', reason: 'no_text' });
    expect(judge('Done.')).toMatchObject({ type: 'pass', reason: 'no_tags' });
  });

  test('one foreign name refuses the whole reply, and is never held', () => {
    expect(judge(CALL + CALL.replace('bash', 'sudo'))).toMatchObject({ type: 'refuse', reason: 'unadvertised' });
    expect(judge(`[{"name": "ping", "arguments": {}}, {"name": "shell", "arguments": {"cmd": "id"}}]`)).toMatchObject({
      type: 'refuse',
      reason: 'unadvertised',
    });
  });

  test('only functions are recovered: the name of another kind of tool is not offered as one', () => {
    const tools = [{ ...functionTool('bash', { command: 'string' }), kind: 'custom' as const }];
    expect(judge(CALL, { tools })).toMatchObject({ type: 'refuse', reason: 'unadvertised' });
  });

  test('a refusal needs checks 11 and 12; else the text passes with the code', () => {
    const cut = CALL.slice(0, -3);
    expect(judge(`${'All tests of the parser pass again now. '.repeat(20)}\n${cut}`)).toMatchObject({ type: 'pass', reason: 'incomplete' });
    expect(judge(`The syntax is:\n${cut}`)).toMatchObject({ type: 'pass', reason: 'incomplete' });
    expect(judge(`Looking.\n${cut}`)).toMatchObject({ type: 'refuse', reason: 'incomplete' });
  });

  test('without a verdict: schema as refuse says, common neutrally, prose and example as text', () => {
    const expiry = (text: string) => {
      const verdict = judge(text);
      return verdict.type === 'hold' ? verdict.onExpiry : verdict.type;
    };
    expect(expiry(CALL.replace('"ls"', '7'))).toBe('refuse');
    expect(expiry('{"name": "ping", "arguments": {}}')).toBe('neutral-reask');
    expect(expiry(`${CALL}\nDone.`)).toBe('text');
    expect(expiry(`${CALL.replace('"ls"', '7')}\nDone.`)).toBe('text');
    expect(expiry(`For example:\n${CALL}`)).toBe('text');
  });

  test('prose up to 120 characters is a lead-in whatever its share; above, the ceiling decides', () => {
    const lead = (length: number) => `${'x'.repeat(length - 1)}.\n${CALL}`;
    expect(judge(lead(120)).type).toBe('recover');
    expect(judge(lead(121))).toMatchObject({ type: 'hold', reason: 'prose' });
    expect(judge(lead(121), { proseCeiling: 0.7 }).type).toBe('recover');
  });

  test('end tokens and white space behind an envelope leave with it', () => {
    expect(judge(`${CALL}<|im_end|>\n</s>\n`)).toMatchObject({ type: 'recover' });
    expect(judge(`${CALL}</s`)).toMatchObject({ type: 'hold', reason: 'prose' });
  });

  test('the switch of a format changes its class, never the other checks', () => {
    const bare = '{"name": "ping", "arguments": {}}';
    const auto = { formatSwitch: (id: string) => (id === 'json-bare' ? ('auto' as const) : undefined) };
    expect(judge(bare, auto).type).toBe('recover');
    expect(judge(`For example:\n${bare}`, auto)).toMatchObject({ type: 'hold', reason: 'example' });
  });

  test('structured output: common JSON is off, private markup is not', () => {
    expect(judge('{"name": "ping", "arguments": {}}', { structuredOutput: true })).toMatchObject({ type: 'pass', reason: 'no_tags' });
    expect(judge(CALL, { structuredOutput: true }).type).toBe('recover');
  });

  test('dispatched arguments are the exact text', () => {
    const verdict = judge(CALL.replace('{"command": "ls"}', '{"command":"\\u00e9",  "timeout": 9007199254740993}'));
    expect('calls' in verdict && verdict.calls[0]?.arguments).toBe('{"command":"\\u00e9",  "timeout": 9007199254740993}');
  });
});

describe('quotations over several lines', () => {
  const bare = '{"name": "bash", "arguments": {"command": "ls"}}';
  test.each([
    ['a code span', `The text \`${CALL}\` is what it wrote.`],
    ['a code span that the reply ends', `It wrote \`\n${CALL}\``],
    ['curly marks', `The log reads “${CALL}”, no more.`],
    ['guillemets', `Le journal contient « ${CALL} », rien de plus.`],
    ['corner brackets', `日志里写的是「${CALL}」，没有执行。`],
    [
      'an opener behind the first line of a span that reaches the end',
      '`<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜>x\n`\n\nNothing was run.',
    ],
    ['the same in marks', 'He wrote “a\n<tool_call>\n{"name": "bash"” and left.'],
    ['marks that open before the line', `He wrote “this:\n${CALL}” and left.`],
    ['a span around weak syntax on its own line', `The text \`\n${bare}\n\` is a body.`],
  ])('%s', (_what, text) => expect(judge(text).type).toBe('pass'));

  test.each([
    ['marks that closed before', `He wrote “run it”.\n${CALL}`],
    ['a span that closed before', `I use \`ls\`.\n${CALL}`],
    ['marks that never close', `My 5 “inch disk is full.\n${CALL}`],
  ])('%s: no quotation', (_what, text) => expect(judge(text).type).toBe('recover'));
});

describe('half written or doubled', () => {
  const list = '[{"name": "bash", "arguments": {"command": "ls"}}]';
  test.each([
    ['half a closer behind a list that would close itself', `<|tool_call|>${list}<|/tool_c`, 'incomplete'],
    [
      'two objects in one Harmony message',
      '<|channel|>commentary to=functions.bash <|constrain|>json<|message|>{"command":"ls"}{"command":"pwd"}<|call|>',
      'bad_arguments',
    ],
  ])('%s is refused', (_what, text, reason) => expect(judge(text)).toMatchObject({ type: 'refuse', reason }));
});

describe('example talk', () => {
  const valid = [
    'For example, this runs it:\n',
    'Do NOT run this: ',
    'Don’t run this: ',
    'Das sieht so aus:\n\n',
    '例如：\n',
    'e.g. ',
    'Bijvoorbeeld:\n',
    'Örneğin:\n',
    'İşte örnek: örneğin\n',
    'Na przykład:\n',
    'Till exempel:\n',
    'उदाहरण के लिए:\n',
    'على سبيل المثال:\n',
    'לדוגמה:\n',
    'Ví dụ:\n',
    'The log says:\n',
    'The raw text of the call: ',
  ];
  const invalid = [
    'Let me look.\n',
    'Let me check the log first.\n',
    'I will read the raw file.\n',
    'For example, ls lists files. It is an old program that was written long ago, and it works well on all of them.\n',
    'For example, this.\n\n',
    '',
  ];
  test.each(valid)('%j announces', (text) => expect(exampleBefore(text, text.length)).toBeDefined());
  test.each(invalid)('%j does not', (text) => expect(exampleBefore(text, text.length)).toBeUndefined());
});
