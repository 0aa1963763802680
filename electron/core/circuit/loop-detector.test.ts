import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defaultSettings, type Settings } from '../../../shared/settings.ts';
import { genericAgent } from '../agent/profiles/index.ts';
import type { HistoryItem } from '../turn/turn.ts';
import { loopIn, readHistory } from './loop-detector.ts';
import { LOOP_KINDS, limitsOfKind } from './loop-kinds.ts';

/** One answer of the model: its calls with their results, or words; a text for what a person says. */
type Step =
  | string
  | { readonly say: string }
  | { readonly calls: readonly (readonly [name: string, args: unknown, result: string, flag?: boolean])[]; readonly beside?: string };

const call = (name: string, args: unknown, result: string, flag?: boolean): Step => ({
  calls: [flag === undefined ? [name, args, result] : [name, args, result, flag]],
});
const times = (count: number, step: (n: number) => Step): Step[] => Array.from({ length: count }, (_, n) => step(n));

function historyOf(steps: readonly Step[]): HistoryItem[] {
  const items: HistoryItem[] = [{ type: 'user', index: 0, text: 'Do the step.' }];
  let id = 0;
  for (const step of steps) {
    const at = items.length;
    if (typeof step === 'string') items.push({ type: 'user', index: at, text: step });
    else if ('say' in step) items.push({ type: 'assistant', index: at, text: step.say, reasoning: '', calls: [] });
    else {
      const calls = step.calls.map(([name, args]) => {
        id += 1;
        return { id: `c${id}`, name, arguments: typeof args === 'string' ? args : JSON.stringify(args), kind: 'function' as const };
      });
      items.push({ type: 'assistant', index: at, text: '', reasoning: '', calls });
      const results = step.calls.map(([, , text, flag], n) => ({ callId: calls[n]?.id ?? '', text, isError: flag }));
      items.push({ type: 'results', index: at + 1, results });
      if (step.beside !== undefined) items.push({ type: 'user', index: at + 1, text: step.beside });
    }
  }
  return items;
}

const found = (steps: readonly Step[], settings: Partial<Settings> = {}) =>
  loopIn(readHistory(historyOf(steps), genericAgent), { ...defaultSettings, ...settings }, genericAgent);
/** Number of steps after which a loop is seen first; 0: never. */
function seenAt(steps: readonly Step[], settings: Partial<Settings> = {}): number {
  return steps.findIndex((_, n) => found(steps.slice(0, n + 1), settings) !== undefined) + 1;
}

const read = (path: string, result: string): Step => call('read_file', { path }, result);
const tools = '{"tools":["fs_read","fs_write","web_fetch"],"total":3}';

describe('stuck: seen at', () => {
  const valid: readonly (readonly [string, number, readonly Step[]])[] = [
    ['the same call with the same result', 3, times(6, () => read('a', '# Notes'))],
    [
      'a job put in the background, each time under another number of its process',
      4,
      times(7, (n) =>
        call('bash', { command: 'node s.js &' }, `[1] ${40_120 + 7 * n}\nError: listen EADDRINUSE: address already in use :::3000`),
      ),
    ],
    [
      'a server that refuses is no server to wait for',
      3,
      times(6, () => call('bash', { command: 'curl localhost:3000/api' }, '{"error":"unauthorized"}')),
    ],
    [
      'no documentation, whatever the topic',
      8,
      times(12, (n) =>
        call('get-docs', { topic: `t${n}` }, 'No documentation found for this library. Use resolve-id to get a valid id first.'),
      ),
    ],
    ['the same call with an empty result', 3, times(6, () => call('exec', { command: 'diag' }, ''))],
    ['an edit that changes nothing', 3, times(6, () => call('edit', { filePath: 'a' }, 'Error: No changes to apply: both are identical.'))],
    [
      'an error that something is not found, whatever is tried',
      4,
      times(7, (n) =>
        call('bash', { command: `cargo add foo@${n}` }, 'error: package `foo` not found in registry `internal` (index is up to date)'),
      ),
    ],
    ['another key order, white space and prose', 3, times(4, (n) => call('f', n % 2 ? '{"a":1,"b":"x"}' : '{ "b": "x", "a": 1 }', 'r'))],
    ['a spelling of the same path', 3, times(4, (n) => read(n % 2 ? './src/a.ts' : 'src/a.ts', 'text'))],
    ['an explanation that varies', 3, times(4, (n) => call('bash', { command: 'ls', description: `try ${n}` }, 'a b'))],
    ['a temporary name that varies', 4, times(6, (n) => call('dump', { t: 1 }, `Saved to /tmp/x/out-${n}f.txt. sha256 4be1`))],
    ['a count of attempts', 4, times(6, (n) => call('fetch_page', { url: 'u' }, `Empty page (attempt ${n}, ${900 + n} tokens)`))],
    ['what the harness adds', 3, times(4, (n) => call('run', { command: 'x' }, `Output: y\nProcess Group PGID: ${n}`))],
    ['a poll without any change', 6, times(12, () => call('process_poll', { id: 'p1' }, '{"status":"running"}'))],
    ['three cycles of two', 6, times(8, (n) => call('edit', { path: 'a', old: n % 2, new: 1 - (n % 2) }, 'Edit applied.'))],
    ['three cycles of three', 9, times(12, (n) => read(['a', 'b', 'c'][n % 3] ?? '', `text ${n % 3}`))],
    ['three cycles of five', 15, times(20, (n) => read(`f${n % 5}`, `text ${n % 5}`))],
    ['varied arguments, the same telling result', 4, times(9, (n) => call('tool_search', { query: `pdf ${n}` }, tools))],
    ['varied arguments, a short result', 8, times(12, (n) => call('ls', { dir_path: `d${n}` }, 'total 0'))],
    [
      'varied arguments, an unknown error',
      4,
      times(6, (n) => call('wiki', { q: `x${n}` }, `Error: backend is not configured for "x${n}"`, true)),
    ],
    ['the same words again and again', 3, times(5, () => ({ say: '{"name":"list_files","parameters":{}}' }))],
    ['empty answers', 3, times(5, () => ({ say: '' }))],
    [
      'the same words, whatever the agent nags',
      3,
      times(4, () => ({ say: 'I will now do it.' })).flatMap((step) => [step, '[ERROR] You did not use a tool in your previous response!']),
    ],
    [
      'results that only point to the first',
      3,
      [read('a', 'x'.repeat(99)), ...times(3, () => read('a', 'Wasted call — file unchanged since your last Read'))],
    ],
  ];
  test.each(valid)('%s: %i', (_name, at, steps) => {
    const doubled = steps.some((step) => typeof step === 'string');
    expect(seenAt(doubled ? steps.filter((step) => typeof step !== 'string') : steps)).toBe(at);
    if (doubled) expect(seenAt(steps)).toBe(2 * at - 1);
  });
});

describe('never', () => {
  const invalid: readonly (readonly [string, readonly Step[]])[] = [
    [
      'rows put in, one by one',
      times(12, (n) => call('execute', { sql: `insert into t values (${n})` }, '{"rowCount":1,"command":"INSERT"}')),
    ],
    ['polling with changing output', times(12, (n) => call('exec', { command: 'gh run view 7' }, `in progress, ${n}0%`))],
    ['polling, only the time changes', times(12, (n) => call('get_status', {}, `running since 10:00:${n + 10}`))],
    ['rereading after edits', times(8, (n) => (n % 2 ? read('a', `v${n}`) : call('edit', { path: 'a', to: n }, 'Edit applied.')))],
    [
      'edits and a test that fails alike',
      times(10, (n) => (n % 2 ? call('bash', { command: 'npm test' }, '1 failed', true) : call('edit', { path: 'a', to: n }, 'ok'))),
    ],
    ['pages', times(9, (n) => call('list', { page: n }, `entry ${n}`))],
    ['a rate limit', times(8, () => call('web_search', { query: 'x' }, 'Error: 429 Too Many Requests. Retry after 20s', true))],
    ['denials', times(6, () => call('bash', { command: 'rm -rf x' }, 'The user denied this command.', true))],
    ['a broken connection', times(6, () => call('mcp', { a: 1 }, 'Connection closed', true))],
    ['equal calls in one round', [{ calls: times(6, () => '').map(() => ['read_file', { path: 'a' }, 'A'] as const) }]],
    ['parallel calls', [{ calls: ['a', 'b', 'c', 'd', 'e'].map((path) => ['read_file', { path }, 'same text'] as const) }]],
    [
      'a batch of successes',
      times(12, (n) => call('write_file', { path: `${n}.json`, content: 'x' }, 'File written successfully. Everything went well.')),
    ],
    ['a batch of checks', times(9, (n) => call('bash', { command: `mypy a${n}.py` }, 'Success: no issues found in 1 source file'))],
    ['commands that find nothing', times(9, (n) => call('bash', { command: `grep -n "x${n}" a` }, 'Command exited with code 1', true))],
    [
      'searches that find nothing',
      times(7, (n) => call('grep', { pattern: `p${n}` }, 'No matches found in the given directory and its folders.')),
    ],
    ['empty successes', times(12, (n) => call('bash', { command: `mkdir d${n}` }, ''))],
    ['equal files', times(5, (n) => read(`pkg${n}/LICENSE`, 'Permission is hereby granted, free of charge, to any person'))],
    ['one tool, many files', times(26, (n) => read(`m${n}`, `package ${n}`))],
    [
      'what a person asks for',
      times(4, () => call('bash', { command: 'npm test' }, 'all well')).flatMap((step) => [step, { say: 'Done.' }, 'Run it again.']),
    ],
    [
      'a person who speaks up beside the results',
      times(4, (n) => ({ calls: [['save', { path: 'a' }, 'Not saved.']], beside: `Look at ${['x', 'y', 'z', 'w'][n]}, please.` })),
    ],
    ['scrolling a picture', times(5, () => call('browser_action', { action: 'scroll_down' }, 'Scrolled.'))],
    ['two empty replies, then a call', [{ say: '' }, { say: '' }, read('a', 'x')]],
    ['cycles with new results', times(16, (n) => read(['a', 'b'][n % 2] ?? '', `v${n}`))],
    ['reading different files', times(12, (n) => (n % 2 ? call('write_file', { path: `s${n}` }, 'ok') : read(`d${n}`, `doc ${n}`)))],
    ['steps of a todo list', times(9, (n) => call('update_todo_list', { todos: [`step ${n}`] }, 'Todo list updated successfully.'))],
    ['answers to equal questions', times(4, () => ({ say: 'pong' })).flatMap((step) => [step, 'ping'])],
  ];
  test.each(invalid)('%s', (_name, steps) => expect(seenAt(steps)).toBe(0));
});

describe('circuit', () => {
  test('opens at its limit and names the call that would be the next', () => {
    const steps = times(5, () => read('a', 'A'));
    expect(found(steps.slice(0, 3))).toMatchObject({ stage: 'guide', count: 3, barred: false });
    expect(found(steps.slice(0, 4))).toMatchObject({ stage: 'guide', barred: true });
    expect(found(steps)).toMatchObject({ stage: 'open', count: 5, barred: true, tool: 'read_file' });
    expect(found(steps)?.evidence).toHaveLength(5);
  });

  test('of a cycle only the next step is barred', () => {
    const cycle = times(11, (n) => read(['a', 'b', 'c'][n % 3] ?? '', 'x'));
    expect(found(cycle)?.next).toEqual([found(times(3, () => read('c', 'x')))?.next[0]]);
  });

  test('limits per tool', () => {
    const steps = times(6, () => read('a', 'A'));
    expect(seenAt(steps, { 'loop.tools': { read_file: 'off' } })).toBe(0);
    expect(seenAt(steps, { 'loop.tools': { read_file: { guideAt: 5, openAt: 9 } } })).toBe(5);
    expect(seenAt(steps, { 'loop.tools': { other: 'off' } })).toBe(3);
    expect(seenAt(steps, { 'loop.guideAt': 2 })).toBe(2);
  });

  test('another result, another call and a person end it', () => {
    const stuck = times(4, () => read('a', 'A'));
    expect(found([...stuck, read('a', 'B')])).toBeUndefined();
    expect(found([...stuck, read('b', 'A')])).toBeUndefined();
    expect(found([...stuck, { say: 'Hm.' }, 'Go on.'])).toBeUndefined();
    expect(found([...stuck, '<system-reminder>x</system-reminder>'])).toBeDefined();
  });
});

describe('laws', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc
      .record({ name: fc.constantFrom('a', 'b'), arg: fc.integer({ min: 0, max: 2 }), result: fc.constantFrom('x', 'y', '', tools) })
      .map(({ name, arg, result }) => call(name, { arg }, result)),
    fc.constant<Step>({ say: 'hm' }),
    fc.constant<Step>('go'),
  );
  const steps = fc.array(step, { maxLength: 30 });

  test('the same history gives the same finding', () => {
    fc.assert(fc.property(steps, (all) => void expect(found(all)).toEqual(found(all))));
  });

  test('what lies before a person’s words does not count', () => {
    fc.assert(
      fc.property(
        steps,
        steps,
        (before, after) => void expect(found([...before, { say: 'So.' }, 'new', ...after])?.count).toBe(found(after)?.count),
      ),
    );
  });

  test('no finding below its limit; open means that its limit is reached', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const finding = found(all);
        if (finding === undefined) return;
        expect(finding.count).toBeGreaterThanOrEqual(finding.limits.guideAt);
        expect(finding.stage === 'open').toBe(finding.count >= finding.limits.openAt);
      }),
    );
  });

  test('never thrown on, whatever the texts', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.string(), fc.string()), { maxLength: 12 }), (calls) => {
        expect(() => found(calls.map(([name, args, result]) => call(name, args, result)))).not.toThrow();
      }),
    );
  });
});

describe('what the console says of a kind is what the detector does', () => {
  const long = 'No such host is known here, and none was ever known by this name. '.repeat(6);
  const loops: readonly (readonly [string, readonly Step[]])[] = [
    ['identical_call_identical_result', times(6, () => read('a', '# Notes'))],
    ['identical_call_volatile_result', times(8, (n) => call('dump', { t: 1 }, `Saved to /tmp/x/out-${n}f.txt. sha256 4be1`))],
    ['poll_unchanged', times(12, () => call('process_poll', { id: 'p1' }, '{"status":"running"}'))],
    ['cycle', times(8, (n) => read(n % 2 === 0 ? 'a' : 'b', n % 2 === 0 ? '# A' : '# B'))],
    ['same_result_varied_args', times(8, (n) => call('resolve', { name: `h${n}` }, long))],
    ['same_error_varied_args', times(8, (n) => call('deploy', { to: `x${n}` }, 'Error: quota exceeded for this project', true))],
    ['text_monologue', times(6, () => ({ say: 'I will now look at the file.' }))],
    ['empty_replies', times(6, () => ({ say: '' }))],
  ];
  test.each(loops)('%s', (id, steps) => {
    const settings = { 'loop.guideAt': 3, 'loop.openAt': 5 };
    const kind = LOOP_KINDS.find((each) => each.id === id);
    const first = steps.map((_, n) => found(steps.slice(0, n + 1), settings)).find((loop) => loop !== undefined);
    expect(first?.kind).toBe(id);
    expect(kind === undefined ? undefined : limitsOfKind(kind, { ...defaultSettings, ...settings })).toEqual(first?.limits);
  });

  test('every kind is described once', () => {
    expect(new Set(LOOP_KINDS.map(({ id }) => id)).size).toBe(LOOP_KINDS.length);
    expect(LOOP_KINDS.map(({ id }) => id)).toEqual(expect.arrayContaining(loops.map(([id]) => id)));
  });
});
