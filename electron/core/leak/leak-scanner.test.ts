import { describe, expect, test } from 'vitest';
import { replyContext, TOOLS } from '../testing/reply-context.ts';
import { createLeakScanner, judgeReply } from './leak-scanner.ts';
import type { LeakVerdict } from './leak-verdict.ts';

const dsml = (command: string): string =>
  `<｜DSML｜function_calls>\n<｜DSML｜invoke name="bash">\n<｜DSML｜parameter name="command" string="true">${command}</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>`;
const hermes = (command: string): string =>
  `<tool_call>\n{"name": "bash", "arguments": {"command": ${JSON.stringify(command)}}}\n</tool_call>`;
const judge = (text: string, overrides = {}): LeakVerdict => judgeReply(text, replyContext(overrides));
const callsOf = (verdict: LeakVerdict) =>
  'calls' in verdict ? verdict.calls.map((call) => [call.name, JSON.parse(call.arguments) as unknown]) : [];

describe('the five objections to recovering leaked calls', () => {
  test('1: quoted examples are never dispatched', () => {
    for (const envelope of [dsml('rm -rf x'), hermes('rm -rf x')]) {
      const line = envelope.replaceAll('\n', ' ');
      expect(judge(`The leak looked like \`${line}\` in the log.`).type).toBe('pass');
      expect(judge(`It wrote "${line}" once.`).type).toBe('pass');
      expect(judge(`Format:\n\n\`\`\`xml\n${envelope}\n\`\`\`\n\nNothing runs.`).type).toBe('pass');
      expect(judge(`> ${envelope.replaceAll('\n', '\n> ')}\n\nThat is the raw syntax.`).type).toBe('pass');
      const example = judge(`Example only; do not run:\n${envelope}`);
      expect([example.type, example.reason]).toEqual(['hold', 'example']);
    }
  });

  test('2: a truncated call is never dispatched, wherever it was cut', () => {
    for (const envelope of [dsml('rm -rf build'), hermes('rm -rf build')]) {
      for (let cut = 1; cut < envelope.length; cut += 1) expect(judge(envelope.slice(0, cut)).type).not.toMatch(/recover|hold/);
      expect(judge(envelope).type).toBe('recover');
    }
    expect(judge(`${hermes('git add -A')}\n${hermes('git push').slice(0, -6)}`)).toMatchObject({ type: 'refuse', reason: 'incomplete' });
  });

  test('3: content and types of arguments stay as written', () => {
    const content = 'Use <tool_calls> and ｜＜Ｘ＞ “x” & &lt; </tool_calls>\n';
    const verdict = judge(
      `<｜DSML｜tool_calls>\n<｜DSML｜invoke name="set_flag">\n<｜DSML｜parameter name="name" string="true">${content}</｜DSML｜parameter>\n<｜DSML｜parameter name="value" string="true">false</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>`,
    );
    expect(verdict.type).toBe('recover');
    expect(callsOf(verdict)).toEqual([['set_flag', { name: content, value: 'false' }]]);
    const raw = '{"command":  "echo \\u00e9 9007199254740993", "timeout": 9007199254740993}';
    const json = judge(`<tool_call>{"name":"bash","arguments":${raw}}</tool_call>`);
    expect('calls' in json && json.calls[0]?.arguments).toBe(raw);
  });

  test('4: no markup is released while it streams', () => {
    for (const envelope of [dsml('ls'), hermes('ls')]) {
      const text = `Let me look. ${envelope}`;
      const scanner = createLeakScanner(TOOLS, replyContext());
      const seen = [...text].map((piece) => scanner.push(piece));
      expect(Math.max(...seen)).toBe('Let me look. '.length);
      expect(scanner.holding).toBe(true);
      const verdict = scanner.judge(replyContext());
      expect(verdict).toMatchObject({ type: 'recover', keep: [{ start: 0, end: 13 }] });
    }
  });

  test('5: two identical calls stay two', () => {
    expect(callsOf(judge(hermes('ls') + hermes('ls')))).toHaveLength(2);
    const twice = dsml('ls').replace(/(<｜DSML｜invoke[^]*<\/｜DSML｜invoke>)/, '$1\n$1');
    expect(callsOf(judge(twice))).toEqual([
      ['bash', { command: 'ls' }],
      ['bash', { command: 'ls' }],
    ]);
  });
});

test('a complete envelope with a long answer behind it is released, and the scan goes on', () => {
  const scanner = createLeakScanner(TOOLS, replyContext());
  const text = `${hermes('ls')}\n${'The build is green and nothing needs to change here. '.repeat(12)}`;
  expect(scanner.push(text)).toBe(text.length);
  expect(scanner.push('<tool_')).toBe(text.length);
  expect(scanner.judge(replyContext())).toMatchObject({ type: 'pass', reason: 'prose' });
});

test('what can not become markup any more is released at once', () => {
  const scanner = createLeakScanner(TOOLS, replyContext());
  expect(scanner.push('abc <tool_')).toBe(4);
  expect(scanner.push('call')).toBe(4);
  expect(scanner.push(' (')).toBe(16);
  expect(scanner.push(' no marker. <tool_call>')).toBe(28);
  expect(scanner.push('<b>')).toBe(41);
});

test('a value that holds its own closer has two readings and waits for the operator', () => {
  const verdict = judge(dsml('echo </｜DSML｜parameter> done'));
  expect(verdict).toMatchObject({ type: 'hold', reason: 'ambiguous', onExpiry: 'refuse' });
  expect('calls' in verdict && verdict.calls[0]).toMatchObject({
    arguments: '{"command":"echo </｜DSML｜parameter> done"}',
    readings: [{ arguments: '{"command":"echo "}' }],
  });
});

describe('beside a native call', () => {
  const native = { hasNativeCall: true };
  test('a complete private envelope is stripped', () => {
    expect(judge(`Looking.\n${hermes('ls')}<|im_end|>`, native)).toMatchObject({ type: 'strip', keep: [{ start: 0, end: 9 }] });
  });
  test.each([
    ['an unfinished envelope', hermes('ls').slice(0, -4)],
    ['a foreign name', hermes('ls').replace('bash', 'shell')],
    ['more than 10,000 characters', `${'x '.repeat(5000)}${hermes('ls')}`],
  ])('%s passes', (_what, text) => {
    expect(judge(text, native)).toMatchObject({ type: 'pass', reason: 'dual_protocol' });
  });
});

describe('settings and endings', () => {
  test.each([
    ['no tools', { tools: [] }, 'pass', 'no_tools'],
    ['recovery off', { mode: 'off' as const }, 'pass', 'ok'],
    ['format off', { formatSwitch: () => 'off' as const }, 'pass', 'common'],
    ['refused ending', { barred: true }, 'pass', 'ok'],
    ['mode ask', { mode: 'ask' as const }, 'hold', 'common'],
    ['format ask', { formatSwitch: () => 'ask' as const }, 'hold', 'common'],
  ])('%s', (_what, overrides, type, reason) => {
    const verdict = judge(hermes('ls'), overrides);
    expect(verdict.type).toBe(type);
    if (reason !== 'ok') expect(verdict.reason).toBe(reason);
  });

  // Formats that share their tags, and the JSON inside of them: what is off is left to no other.
  const xml = '<tool_call>\n<function=bash>\n<parameter=command>\nls\n</parameter>\n</function>\n</tool_call>';
  test.each([
    ['hermes-json', hermes('ls'), 'pass', 'common'],
    ['hermes-json', hermes('ls').slice(0, -4), 'pass', 'common'],
    ['hermes-json', xml, 'recover', 'ok'],
    ['qwen-function-xml', xml, 'pass', 'common'],
    ['qwen-function-xml', hermes('ls'), 'recover', 'ok'],
  ])('%s is off: %j', (off, text, type, reason) => {
    const formatSwitch = (id: string) => (id === off ? ('off' as const) : undefined);
    expect(judge(text, { formatSwitch })).toMatchObject({ type, reason });
  });

  test('with recovery off nothing is held, and the candidate is recorded', () => {
    const scanner = createLeakScanner(TOOLS, replyContext({ mode: 'off' }));
    const text = hermes('ls');
    for (const piece of text) scanner.push(piece);
    scanner.push(' ');
    expect(scanner.holding).toBe(false);
    expect(scanner.judge(replyContext({ mode: 'off' })).candidates).toHaveLength(1);
  });

  test('a stop sequence equal to the closer counts as it', () => {
    const text = hermes('ls').replace('</tool_call>', '');
    expect(judge(text).type).toBe('refuse');
    expect(judge(text, { stopSequence: '</tool_call>' }).type).toBe('recover');
  });

  test('with n > 1 nothing is held or asked again', () => {
    expect(judge(hermes('ls'), { manyChoices: true }).type).toBe('recover');
    expect(judge(`For example:\n${hermes('ls')}`, { manyChoices: true })).toMatchObject({ type: 'pass', reason: 'example' });
    expect(judge(hermes('ls').slice(0, -3), { manyChoices: true })).toMatchObject({ type: 'pass', reason: 'incomplete' });
  });

  test('one call only: several leaked are ambiguous', () => {
    expect(judge(hermes('a') + hermes('b'), { singleCall: true })).toMatchObject({ type: 'hold', reason: 'ambiguous' });
    expect(judge(hermes('a'), { singleCall: true }).type).toBe('recover');
  });
});

describe('reasoning', () => {
  test('a whole call at the end of the reasoning of an empty reply is held', () => {
    expect(judge(' ', { reasoning: `I should list.\n${hermes('ls')}` })).toMatchObject({
      type: 'hold',
      reason: 'reasoning',
      fromReasoning: true,
      onExpiry: 'text',
    });
  });
  test.each([
    ['an answer exists', 'Done.', hermes('ls')],
    ['it does not end the reasoning', '', `${hermes('ls')} but no.`],
    ['it names a foreign tool', '', hermes('ls').replace('bash', 'shell')],
    ['it is cut', '', hermes('ls').slice(0, -2)],
    ['it is glued from both channels', '"ls"}}\n</tool_call>', '<tool_call>\n{"name": "bash", "arguments": {"command": '],
  ])('passes when %s', (_what, text, reasoning) => {
    expect(judge(text, { reasoning }).type).toBe('pass');
  });
  test('calls in think marks are thoughts; the call behind them counts', () => {
    const verdict = judge(`<think>maybe ${hermes('rm x')} no</think>${hermes('ls')}`);
    expect(verdict.type).toBe('recover');
    expect(callsOf(verdict)).toEqual([['bash', { command: 'ls' }]]);
    expect(judge(`maybe ${hermes('rm x')} no</think>Done.`).type).toBe('pass');
  });
});

test('a fence that is the whole reply counts as common; with anything around it, it is a listing', () => {
  const fence = `\`\`\`xml\n${hermes('ls')}\n\`\`\``;
  expect(judge(fence)).toMatchObject({ type: 'hold', reason: 'common', onExpiry: 'neutral-reask' });
  expect(judge(`Here:\n${fence}`)).toMatchObject({ type: 'pass', reason: 'fenced' });
  expect(judge(`${fence}\nis what it writes.`).type).toBe('pass');
});

test('a result that the model wrote itself is held with its call and not delivered', () => {
  const verdict = judge(`${hermes('ls')}\n<tool_response>\nREADME\n</tool_response>`);
  expect(verdict).toMatchObject({ type: 'hold', reason: 'prose', onExpiry: 'text' });
  expect('keep' in verdict && verdict.keep.map((span) => span.end - span.start)).toEqual([1]);
});

test('more than the bound is never held', () => {
  const scanner = createLeakScanner(TOOLS, replyContext({ maxHeldBytes: 1000 }));
  const text = `<tool_call>{"name": "bash", "arguments": {"command": "${'x'.repeat(2000)}"}}</tool_call>`;
  expect(scanner.push(text)).toBe(text.length);
  expect(scanner.judge(replyContext({ maxHeldBytes: 1000 }))).toMatchObject({ type: 'pass', reason: 'too_large' });
});
