import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DemoDialect, DemoTool } from '../../electron/app/demo/demo-dialect.ts';
import type { Approval } from '../../shared/approval.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Json, JsonObject } from '../../shared/json.ts';
import { dialects, ScriptedUpstream } from '../scripted-upstream.ts';
import { describedBash, editor, plainBash, readAndEdit, runCode } from './code-mode-tools.ts';
import { ServedProgram } from './served-program.ts';
import { Workshop } from './workshop.ts';
import { type AgentRun, runAgent } from './workshop-agent.ts';

/**
 * One whole session for each feature of the normaliser: a scripted model makes the mistake, an agent with tools that behave as a harness's do runs what
 * reaches it, and the built program stands between them. What counts: what the tool received, that the work was done, how often the model was asked,
 * and the receipts.
 */
const upstream = new ScriptedUpstream();
let program: ServedProgram;
beforeAll(async () => {
  await upstream.start();
  program = await ServedProgram.start(upstream.url);
});
beforeEach(() => {
  upstream.requests.length = 0;
});
afterAll(async () => {
  await program.stop();
  await upstream.close();
});

interface SessionPlan {
  readonly dialect: DemoDialect;
  readonly tools: readonly DemoTool[];
  readonly files?: Readonly<Record<string, string>>;
  /** What the model calls, one a request that reaches it; then it says "done". */
  readonly model: readonly (readonly [name: string, args: Json])[];
  readonly system?: string;
  readonly userAgent?: string;
  /** Somebody is at the desk, and decides like this. */
  readonly operator?: (card: Approval) => JsonObject;
}

interface Played extends AgentRun {
  readonly workshop: Workshop;
  /** Arguments as each tool received them. */
  readonly received: readonly (readonly [name: string, args: Json])[];
  readonly modelRequests: number;
  readonly cards: readonly Approval[];
  readonly entries: readonly JournalEntry[];
}

let sessions = 0;

async function play(plan: SessionPlan): Promise<Played> {
  const session = `workshop-${(sessions += 1)}`;
  const workshop = new Workshop(plan.files ?? {}, plan.tools);
  upstream.will(
    ...plan.model.map(([name, args], index) => ({
      calls: [
        {
          id: `${plan.dialect.path.endsWith('/messages') ? 'toolu' : 'call'}_${sessions}x${index}`,
          name,
          arguments: typeof args === 'string' ? args : JSON.stringify(args),
        },
      ],
    })),
  );
  const { dialect, tools, system, userAgent, operator } = plan;
  const job = {
    gateway: program.gateway,
    session,
    dialect,
    tools,
    workshop,
    ...(system === undefined ? {} : { system }),
    ...(userAgent === undefined ? {} : { userAgent }),
  };
  const { value: run, cards } =
    operator === undefined ? { value: await runAgent(job), cards: [] } : await program.withOperator(session, operator, () => runAgent(job));
  const entries = await program.entries(session, (found) => found.filter(({ type }) => type === 'turn-ended').length >= run.turns);
  return {
    ...run,
    workshop,
    cards,
    entries,
    received: workshop.received.map(({ name, arguments: text }) => [name, JSON.parse(text) as Json] as const),
    modelRequests: upstream.requests.length,
  };
}

const only = <T extends JournalEntry['type']>(entries: readonly JournalEntry[], type: T) =>
  entries.filter((entry): entry is Extract<JournalEntry, { type: T }> => entry.type === type);

/** The receipts: which rule, and that its call was seen to succeed. */
const receipts = ({ entries }: Played) =>
  only(entries, 'tool-call-healed').map(({ rule, ids, before, after }) => ({
    rule,
    changed: before !== after,
    succeeded: only(entries, 'tool-result-seen').some(({ callId, error }) => ids?.includes(callId) === true && !error),
  }));

const healedBy = (...rules: readonly string[]) => rules.map((rule) => ({ rule, changed: true, succeeded: true }));

const approve = (): JsonObject => ({ verdict: 'approve' });

describe.each(dialects.map((dialect) => ({ dialect, path: dialect.path })))('$path', ({ dialect }) => {
  const codeMode = { dialect, tools: [runCode], files: { 'notes.txt': 'remember the milk' } };

  test('a command for a code tool becomes a program, with its description', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { command: 'cat notes.txt' }]] });
    expect(played.received).toEqual([
      ['run_code', { description: 'Run cat notes.txt', code: 'return await tools.bash({"command":"cat notes.txt"});' }],
    ]);
    expect(played.results).toEqual([{ text: 'remember the milk', isError: false }]);
    expect(played.modelRequests).toBe(2);
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
    expect(played.modelRequests).toBe(3);
    expect(only(played.entries, 'tool-call-answered').map(({ pattern }) => pattern)).toEqual(['EI/PARAM_MISSING/001']);
    expect(receipts(played)).toEqual([]);
  });

  test('a missing description is filled in', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { code: 'return 6 * 7' }]] });
    expect(played.received).toEqual([['run_code', { code: 'return 6 * 7', description: 'Run return 6 * 7' }]]);
    expect(played.results).toEqual([{ text: '42', isError: false }]);
    expect(played.modelRequests).toBe(2);
    expect(receipts(played)).toEqual(healedBy('fill-description'));
  });

  test('a fence around a program goes, and each rule that acted has its receipt', async () => {
    const played = await play({ ...codeMode, model: [['run_code', { code: '```ts\nreturn 6 * 7\n```' }]] });
    expect(played.received[0]?.[1]).toMatchObject({ code: 'return 6 * 7' });
    expect(played.results).toEqual([{ text: '42', isError: false }]);
    expect(played.modelRequests).toBe(2);
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
    expect(played.modelRequests).toBe(2);
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
    expect(upstream.requests[1]?.body).toContain('EI/CODE_RUN_FAILED/001');
    expect(played.modelRequests).toBe(3);
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
    if (code === 'return "hi"') expect(upstream.requests[1]?.body).toContain('write it whole');
  });

  test('inner calls get the description that the inner tool requires', async () => {
    const code = 'return await tools.bash({ command: "cat notes.txt" })';
    const played = await play({ ...codeMode, tools: [runCode, describedBash], model: [['run_code', { description: 'read', code }]] });
    expect(played.received[0]?.[1]).toEqual({
      description: 'read',
      code: 'return await tools.bash({ description: "Call bash", command: "cat notes.txt" })',
    });
    expect(played.results).toEqual([{ text: 'remember the milk', isError: false }]);
    expect(played.modelRequests).toBe(2);
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
    expect(played.modelRequests).toBe(2);
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
    expect(upstream.requests[2]?.body).toContain('return await tools.edit(');
    expect(played.received).toEqual([
      ['run_code', read],
      ['run_code', hint],
    ]);
    expect(played.workshop.files.get('notes.txt')).toBe('remember the bread');
    expect(played.modelRequests).toBe(4);
    expect(played.turns).toBe(3);
    expect(only(played.entries, 'tool-call-answered').map(({ pattern }) => pattern)).toEqual(['EI/UNKNOWN_TOOL/001']);
  });

  const long = Array.from({ length: 50 }, (_, index) => `line ${index + 1}`).join('\n');
  const editing = { dialect, tools: [editor], files: { '/w/long.txt': long }, system: 'You edit code.\nCurrent working directory: /w' };
  const view = (path: string, view_range?: readonly number[]): readonly [string, JsonObject] => [
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
    expect(played.modelRequests).toBe(4);
    expect(receipts(played)).toEqual([
      { rule: 'clamp-range', changed: true, succeeded: false },
      { rule: 'clamp-range', changed: true, succeeded: true },
    ]);
  });

  test('a relative path becomes absolute where the tool refuses relative ones', async () => {
    const played = await play({ ...editing, model: [view('long.txt', [1, 2])] });
    expect(played.received).toEqual([view('/w/long.txt', [1, 2])]);
    expect(played.results).toEqual([{ text: '1\tline 1\n2\tline 2', isError: false }]);
    expect(played.modelRequests).toBe(2);
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
    expect(played.modelRequests).toBe(2);
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
    expect(upstream.requests[1]?.body).toContain('EI/PARAM_TYPE_MISMATCH/002');
    expect(played.modelRequests).toBe(3);
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
    await program.call('settings/set', { key: 'healing.observe-then-retry', value: 'on' });
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
      expect(played.modelRequests).toBe(2);
      expect(only(played.entries, 'tool-call-made').map(({ step, rule, call }) => [step, rule, call.name])).toEqual([
        ['read', 'observe-then-retry', 'Read'],
        ['repeat', 'observe-then-retry', 'Edit'],
      ]);
      expect(only(played.entries, 'tool-call-seen')).toHaveLength(1);
      expect(only(played.entries, 'tool-result-seen').filter(({ made }) => made === true)).toHaveLength(2);
    } finally {
      await program.call('settings/set', { key: 'healing.observe-then-retry', value: 'off' });
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
    expect(upstream.requests[1]?.body).toContain('EI/FS_NOT_OBSERVED/001');
    expect(played.workshop.files.get('/w/a.ts')).toBe('const a = 2;');
    expect(played.modelRequests).toBe(4);
    expect(only(played.entries, 'tool-call-made')).toEqual([]);
  });
});

test('the figures count each call once and each rule that acted', async () => {
  const { figures, groups } = await program.call<{
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
