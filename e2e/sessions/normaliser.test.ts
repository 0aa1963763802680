import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../shared/json.ts';
import { dialects } from '../scripted-upstream.ts';
import { describedBash, editor, plainBash, readAndEdit, runCode } from './agent-tools.ts';
import { approve, healedBy, type ModelCall, only, type Played, receipts, SessionBench, type SessionPlan } from './session-bench.ts';

/** One whole session for each feature of the normaliser: the model makes the mistake, and the agent's tools are as strict as a harness's. */
let bench: SessionBench;
beforeAll(async () => {
  bench = await SessionBench.start();
});
afterAll(() => bench.stop());
const play = (plan: SessionPlan): Promise<Played> => bench.play(plan);

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect }) => {
  const codeMode = { dialect, tools: [runCode], files: { 'notes.txt': 'remember the milk' } };

  test('a command for a code tool becomes a program, with its description', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { command: 'cat notes.txt' }]] });
    expect(played.received).toEqual([
      ['run_code', { description: 'Run cat notes.txt', code: 'return await tools.bash({"command":"cat notes.txt"});' }],
    ]);
    expect(played.results).toEqual([{ text: 'remember the milk', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('wrap-run-code'));
  });

  test('an empty command is no program: the model hears of it and does it right', async () => {
    const right = { description: 'say hi', code: 'return "hi"' };
    const played = await play({
      ...codeMode,
      model: [
        ['run_code', { command: '' }],
        ['run_code', right],
      ],
    });
    expect(played.received).toEqual([['run_code', right]]);
    expect(played.asked).toHaveLength(3);
    expect(only(played.entries, 'tool-call-answered').map(({ pattern }) => pattern)).toEqual(['EI/PARAM_MISSING/001']);
    expect(receipts(played)).toEqual([]);
  });

  test('a missing description is filled in', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { code: 'return 6 * 7' }]] });
    expect(played.received).toEqual([['run_code', { code: 'return 6 * 7', description: 'Run return 6 * 7' }]]);
    expect(played.results).toEqual([{ text: '42', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('fill-description'));
  });

  test('a fence around a program goes, and each rule that acted has its receipt', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { code: '```ts\nreturn 6 * 7\n```' }]] });
    expect(played.received[0]?.[1]).toMatchObject({ code: 'return 6 * 7' });
    expect(played.results).toEqual([{ text: '42', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('fill-description', 'strip-fences'));
    const healed = only(played.entries, 'tool-call-healed');
    expect(healed[1]?.before).toBe(healed[0]?.after);
  });

  const quoted = { description: 'two lines', code: "const text = '''one\ntwo'''; return text" };

  test('a program that does not parse is mended once the operator has seen it', async () => {
    const played = await play({ ...codeMode, model: [['run_code', quoted]], operator: approve });
    expect(played.cards).toMatchObject([{ format: 'program-syntax', original: JSON.stringify(quoted) }]);
    expect(played.received).toEqual([['run_code', { ...quoted, code: 'const text = `one\ntwo`; return text' }]]);
    expect(played.results).toEqual([{ text: 'one\ntwo', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('program-syntax'));
  });

  test('nobody at the desk: the broken program is not touched, and the model reads what is wrong with it', async () => {
    const right = { description: 'two lines', code: 'return `one\ntwo`' };
    const played = await play({
      ...codeMode,
      model: [
        ['run_code', quoted],
        ['run_code', right],
      ],
    });
    expect(played.received).toEqual([
      ['run_code', quoted],
      ['run_code', right],
    ]);
    expect(played.results.map(({ isError }) => isError)).toEqual([true, false]);
    expect(played.asked[1]).toContain('EI/CODE_RUN_FAILED/001');
    expect(played.asked).toHaveLength(3);
    expect(receipts(played)).toEqual([]);
  });

  const cutShort = { description: 'say hi', code: 'return ("hi"' };

  test.each([
    ['an operator may let a cut program be completed', approve, 'return ("hi")', false],
    [
      'a completion that the operator rejects does not run',
      (): JsonObject => ({ verdict: 'reject', reason: 'write it whole' }),
      'return "hi"',
      false,
    ],
  ] as const)('%s', async (_name, operator, code, isError) => {
    const played = await play({
      ...codeMode,
      model: [
        ['run_code', cutShort],
        ['run_code', { description: 'say hi', code: 'return "hi"' }],
      ],
      operator,
    });
    expect(played.cards.map(({ format }) => format)).toEqual(['program-syntax']);
    expect(played.received[0]?.[1]).toMatchObject({ code });
    expect(played.results[0]).toEqual({ text: 'hi', isError });
    // Words of the operator are for the model, within the same turn of the agent.
    if (code === 'return "hi"') expect(played.asked[1]).toContain('write it whole');
  });

  test('inner calls get the description that the inner tool requires', async () => {
    const code = 'return await tools.bash({ command: "cat notes.txt" })';
    const played = await play({ ...codeMode, tools: [runCode, describedBash], model: [['run_code', { description: 'read', code }]] });
    expect(played.received[0]?.[1]).toEqual({
      description: 'read',
      code: 'return await tools.bash({ description: "Call bash", command: "cat notes.txt" })',
    });
    expect(played.results).toEqual([{ text: 'remember the milk', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('inner-descriptions'));
  });

  const direct: readonly (readonly [string, JsonObject, string])[] = [
    ['bash', { command: 'cat notes.txt' }, 'remember the milk'],
    ['read', { path: 'notes.txt' }, '1\tremember the milk'],
  ];

  test.each(direct)('a direct call of %s goes over the bridge once the operator has seen it', async (name, args, answer) => {
    const played = await play({ ...codeMode, model: [[name, args]], operator: approve });
    expect(played.cards.map(({ format }) => format)).toEqual(['bridge']);
    expect(played.received).toEqual([
      ['run_code', { description: `Run ${name}`, code: `return await tools.${name}(${JSON.stringify(args)});` }],
    ]);
    expect(played.results).toEqual([{ text: answer, isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('bridge'));
  });

  test('nobody at the desk: the model gets the ready-made call as a hint, and the agent sees none of it', async () => {
    const edit = { path: 'notes.txt', old_string: 'milk', new_string: 'bread' };
    const hint = { description: 'Run edit', code: `return await tools.edit(${JSON.stringify(edit)});` };
    const read = { description: 'read first', code: 'return await tools.read({ path: "notes.txt" })' };
    const played = await play({
      ...codeMode,
      model: [
        ['run_code', read],
        ['edit', edit],
        ['run_code', hint],
      ],
    });
    expect(played.asked[2]).toContain('return await tools.edit(');
    expect(played.received).toEqual([
      ['run_code', read],
      ['run_code', hint],
    ]);
    expect(played.workshop.files.get('notes.txt')).toBe('remember the bread');
    expect(played.asked).toHaveLength(4);
    expect(played.turns).toBe(3);
    expect(only(played.entries, 'tool-call-answered').map(({ pattern }) => pattern)).toEqual(['EI/UNKNOWN_TOOL/001']);
  });

  const long = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');
  const editing = { dialect, tools: [editor], files: { '/w/long.txt': long }, system: 'You edit code.\nCurrent working directory: /w' };
  const view = (path: string, view_range?: readonly number[]): ModelCall => [
    'str_replace_editor',
    { command: 'view', path, ...(view_range === undefined ? {} : { view_range }) },
  ];

  test('a range is turned round, and clamped once the tool itself has told the bound', async () => {
    const played = await play({
      ...editing,
      model: [view('/w/long.txt', [80, 40]), view('/w/long.txt', [40, 80]), view('/w/long.txt', [45, -1])],
    });
    expect(played.received.map(([, args]) => (args as JsonObject)['view_range'])).toEqual([
      [40, 80],
      [40, 50],
      [45, -1],
    ]);
    expect(played.results.map(({ isError }) => isError)).toEqual([true, false, false]);
    expect(played.results[1]?.text).toContain('50\tline 50');
    expect(played.asked).toHaveLength(4);
    expect(receipts(played)).toEqual([
      { rule: 'clamp-range', changed: true, succeeded: false },
      { rule: 'clamp-range', changed: true, succeeded: true },
    ]);
  });

  test('a relative path becomes absolute where the tool refuses relative ones', async () => {
    const played = await play({ ...editing, model: [view('long.txt', [1, 2])] });
    expect(played.received).toEqual([view('/w/long.txt', [1, 2])]);
    expect(played.results).toEqual([{ text: '1\tline 1\n2\tline 2', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played)).toEqual(healedBy('absolute-path'));
  });

  test('names in another spelling, an object that holds a string: three rules, three receipts, one call', async () => {
    const played = await play({
      dialect,
      tools: [plainBash, ...readAndEdit],
      model: [['BASH', { Command: 'pwd', cwd: { cwd: '/srv' } }]],
    });
    expect(played.received).toEqual([['bash', { command: 'pwd', cwd: '/srv' }]]);
    expect(played.results).toEqual([{ text: '/srv', isError: false }]);
    expect(played.asked).toHaveLength(2);
    expect(receipts(played).map(({ rule, succeeded }) => [rule, succeeded])).toEqual([
      ['tool-name', true],
      ['parameter-name', true],
      ['unwrap-object', true],
    ]);
    expect(only(played.entries, 'tool-call-delivered').map(({ state }) => state)).toEqual(['healed']);
  });

  test('an object in which no single string is meant is guided before anything runs', async () => {
    const right = { command: 'pwd', cwd: '/srv' };
    const played = await play({
      dialect,
      tools: [plainBash],
      model: [
        ['bash', { command: 'pwd', cwd: { command: 'ls' } }],
        ['bash', right],
      ],
    });
    expect(played.received).toEqual([['bash', right]]);
    expect(played.asked[1]).toContain('EI/PARAM_TYPE_MISMATCH/002');
    expect(played.asked).toHaveLength(3);
    expect(played.turns).toBe(2);
  });

  test('a call that is right keeps every byte', async () => {
    const text = '{ "command" : "echo \\u0041 5 \\"x\\"", "cwd":"/srv" }';
    const played = await play({ dialect, tools: [plainBash], model: [['bash', text]] });
    expect(played.workshop.received).toEqual([{ name: 'bash', arguments: text }]);
    expect(played.results).toEqual([{ text: 'A 5 "x"', isError: false }]);
    expect(receipts(played)).toEqual([]);
  });

  const guarded = {
    dialect,
    tools: readAndEdit,
    files: { '/w/a.ts': 'const a = 1;' },
    userAgent: 'claude-cli/2.1.197 (external, cli)',
  };
  const edit = { file_path: '/w/a.ts', old_string: 'a = 1', new_string: 'a = 2' };

  test('an edit before its read: as set, the agent is told to read and edit again without asking the model', async () => {
    await bench.program.call('settings/set', { key: 'healing.observe-then-retry', value: 'on' });
    try {
      const played = await play({ ...guarded, model: [['Edit', edit]] });
      expect(played.received).toEqual([
        ['Edit', edit],
        ['Read', { file_path: '/w/a.ts' }],
        ['Edit', edit],
      ]);
      expect(played.results.map(({ isError }) => isError)).toEqual([true, false, false]);
      expect(played.workshop.files.get('/w/a.ts')).toBe('const a = 2;');
      expect(played.turns).toBe(4);
      // The model wrote one edit, and spoke once its work was done.
      expect(played.asked).toHaveLength(2);
      expect(only(played.entries, 'tool-call-made').map(({ step, rule, call }) => [step, rule, call.name])).toEqual([
        ['read', 'observe-then-retry', 'Read'],
        ['repeat', 'observe-then-retry', 'Edit'],
      ]);
      expect(only(played.entries, 'tool-call-seen')).toHaveLength(1);
      expect(only(played.entries, 'tool-result-seen').filter(({ made }) => made === true)).toHaveLength(2);
    } finally {
      await bench.program.call('settings/set', { key: 'healing.observe-then-retry', value: 'off' });
    }
  });

  test('an edit before its read: unless it is set, guidance has to do', async () => {
    const played = await play({
      ...guarded,
      model: [
        ['Edit', edit],
        ['Read', { file_path: '/w/a.ts' }],
        ['Edit', edit],
      ],
    });
    expect(played.asked[1]).toContain('EI/FS_NOT_OBSERVED/001');
    expect(played.workshop.files.get('/w/a.ts')).toBe('const a = 2;');
    expect(played.asked).toHaveLength(4);
    expect(only(played.entries, 'tool-call-made')).toEqual([]);
  });
});

test('the figures count each call once and each rule that acted', async () => {
  const { figures, groups } = await bench.program.call<{
    readonly figures: Record<string, { readonly value: number; readonly of: number }>;
    readonly groups: { readonly name: string; readonly healed: number }[];
  }>('stats/summary', { group: 'category' });
  const each = dialects.length;
  const acted = (rule: string): number => groups.find(({ name }) => name === rule)?.healed ?? 0;
  expect([acted('tool-name'), acted('parameter-name'), acted('unwrap-object'), acted('strip-fences')]).toEqual([each, each, each, each]);
  const rules = groups.reduce((sum, { healed }) => sum + healed, 0);
  expect(figures['heals']?.value).toBe(rules);
  // Two calls had more than one rule each: three, and two.
  expect(figures['healed']?.value).toBe(rules - 3 * each);
});
