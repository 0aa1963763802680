import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import type { RequestLaneStage } from '../pipeline/request-lane-stage.ts';
import { repairStage } from '../pipeline/request-repair.ts';
import { bodyOf, listKey, RequestBench } from '../testing/request-bench.ts';
import { NO_RESULT } from './history-wording.ts';

/** What the journal is told of each repair, which decision is stored, and where what was moved stands. */
const go = { role: 'user', content: 'go' };
const next = { role: 'user', content: 'next' };
const fn = (id: string | undefined, name = 'x'): JsonObject => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: '{}' },
});
const custom = (id: string): JsonObject => ({ id, type: 'custom', custom: { name: 'p', input: '*' } });
const chat = (...calls: JsonObject[]): JsonObject => ({ role: 'assistant', content: null, tool_calls: calls });
const tool = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const nameless = (content: string): JsonObject => ({ role: 'tool', content });
const text = (words: string): JsonObject => ({ type: 'text', text: words });
const use = (id: string, type = 'tool_use'): JsonObject => ({ type, id, name: 'x', input: {} });
const result = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const model = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const said = { type: 'message', role: 'user', content: 'go' };
const answered = { type: 'message', role: 'assistant', content: 'b' };
const thought = { type: 'reasoning', id: 'r', summary: [] };
const fc = (id: string): JsonObject => ({ type: 'function_call', call_id: id, name: 'x', arguments: '{}' });
const out = (id: string, output: string): JsonObject => ({ type: 'function_call_output', call_id: id, output });

const told = (bench: RequestBench, dialect: Dialect, messages: readonly JsonObject[]) => {
  const sent = bench.send(bodyOf(dialect, messages));
  const changes = sent.records.flatMap(({ entry }) => (entry.type === 'history-repaired' ? entry.changes : [entry.type]));
  return { changes, stored: sent.decisions.length, list: (JSON.parse(sent.body) as JsonObject)[listKey(dialect)] as Json[] };
};
const put = (what: string): string => `${what} had no result: a neutral one was put in`;

type Row = readonly [what: string, dialect: Dialect, messages: readonly JsonObject[], changes: readonly string[], stored: number];
const ROWS: readonly Row[] = [
  ['an orphan without id', 'openai-chat', [go, nameless('1'), next], ['a result without its call (no id) was left out'], 0],
  ['a call without name', 'openai-chat', [go, chat(fn('a', '')), next], [put('a call (a)')], 1],
  [
    'an id twice',
    'openai-chat',
    [go, chat(fn('a'), fn('a')), tool('a', '1'), tool('a', '2')],
    ['a second call a is now call_3AEWm8CiqhxpLfIgdBKpxs', 'a result of x (call_3AEWm8CiqhxpLfIgdBKpxs) got its id'],
    0,
  ],
  [
    'no id: it is derived from history, place, name and arguments',
    'openai-chat',
    [go, chat(fn(undefined)), nameless('1')],
    ['a call of x without id is now call_6q0MxYc7maUal11wvu0bFS', 'a result of x (call_6q0MxYc7maUal11wvu0bFS) got its id'],
    1,
  ],
  [
    'a result right in front of its call',
    'openai-chat',
    [tool('b', '1'), chat(fn('b')), next],
    ['a result without its call (b) was left out', 'the result of x (b) was moved behind it'],
    1,
  ],
  [
    'another result in front of a call',
    'openai-chat',
    [tool('z', '1'), chat(fn('b')), next],
    ['a result without its call (z) was left out', put('x (b)')],
    1,
  ],
  [
    'words between them',
    'openai-chat',
    [tool('b', '1'), go, chat(fn('b')), next],
    ['a result without its call (b) was left out', put('x (b)')],
    1,
  ],
  [
    'a system message between them',
    'openai-chat',
    [tool('b', '1'), { role: 'system', content: 's' }, chat(fn('b')), next],
    ['a result without its call (b) was left out', put('x (b)')],
    1,
  ],
  [
    'neither has an id',
    'openai-chat',
    [nameless('1'), chat(fn('')), next],
    [
      'a result without its call (no id) was left out',
      'a call of x without id is now call_60UC9T4RhMspIDN3G6BEtt',
      put('x (call_60UC9T4RhMspIDN3G6BEtt)'),
    ],
    1,
  ],
  ['the result of a custom call', 'openai-chat', [go, chat(custom('k')), tool('k', '1'), next], [], 0],
  ['custom calls of one id', 'openai-chat', [go, chat(custom('k'), custom('k')), tool('k', '1'), tool('k', '2'), next], [], 0],
  ['the late result of a custom call', 'openai-chat', [go, chat(custom('k')), next, tool('k', '1'), next], [], 0],
  [
    'a call without id whose input is an object',
    'anthropic-messages',
    [model(use('')), user(result('', '1'))],
    ['a call of x without id is now toolu_37xIWhLVh2PtdDcUFPaAPh', 'a result of x (toolu_37xIWhLVh2PtdDcUFPaAPh) got its id'],
    1,
  ],
  ['a custom call beside one without result', 'openai-chat', [go, chat(custom('k'), fn('a')), tool('k', '1'), next], [put('x (a)')], 1],
  ['a custom and a function call, then the end', 'openai-chat', [go, chat(custom('k'), fn('a'))], [put('x (a)')], 1],
  ['two calls to be continued', 'openai-chat', [go, { ...chat(fn('a'), fn('b')), prefix: true }], [], 0],
  [
    'one without result, one to be continued',
    'openai-chat',
    [go, chat(fn('a')), next, { ...chat(fn('b')), partial: true }],
    [put('x (a)')],
    1,
  ],
  ['one of two answered, then the end', 'openai-chat', [go, chat(fn('a'), fn('b')), tool('a', '1')], [put('x (b)')], 1],
  ['one id in two open messages', 'openai-chat', [go, chat(fn('a')), next, chat(fn('a')), tool('a', '2'), next], [put('x (a)')], 1],
  [
    'a second result, later',
    'openai-chat',
    [go, chat(fn('a')), tool('a', '1'), next, tool('a', '2'), next],
    ['a second result for a was left out'],
    0,
  ],
  [
    'a stranger when nothing is open',
    'openai-chat',
    [go, chat(fn('a')), tool('a', '1'), next, tool('z', '1'), next],
    ['a result without its call (z) was left out'],
    0,
  ],
  [
    'a stranger behind words is no result of the call before them',
    'openai-chat',
    [go, chat(fn('a')), next, tool('z', '1'), next],
    ['a result without its call (z) was left out', put('x (a)')],
    1,
  ],
  [
    'a late result',
    'openai-chat',
    [go, chat(fn('a'), fn('b')), tool('a', '1'), next, tool('b', '2')],
    ['the late result of x (b) was moved up to it'],
    0,
  ],
  [
    'a server-side result',
    'anthropic-messages',
    [user(text('go')), model(use('srvtoolu_1', 'server_tool_use')), user(result('srvtoolu_1', '1'))],
    [],
    0,
  ],
  [
    'a server-side result without its call',
    'anthropic-messages',
    [user(text('go')), model(text('a')), user(result('srvtoolu_9', '1'), text('b'))],
    [],
    0,
  ],
  [
    'a late result beside one in time',
    'anthropic-messages',
    [model(use('a')), user(text('wait')), model(use('b')), user(result('b', '1'), result('a', '2'), text('n'))],
    ['the late result of x (a) was moved up to it'],
    0,
  ],
  ['an empty text', 'anthropic-messages', [model(text(''), use('a')), user(result('a', '1'))], ['an empty text block was left out'], 0],
  [
    'results behind words',
    'anthropic-messages',
    [model(use('a')), user(text('n'), result('a', '1'))],
    ['results were put in front of the text'],
    0,
  ],
  [
    'an empty list of calls',
    'openai-chat',
    [{ role: 'assistant', content: 'b', tool_calls: [] }, next],
    ['an empty list of calls was left out'],
    0,
  ],
  [
    'ids in one turn, reasoning between the calls',
    'openai-responses',
    [said, fc(''), thought, fc(''), said],
    [
      'a call of x without id is now call_2Fbl7rO2NPXICCenmNyDbS',
      'a call of x without id is now call_37HC1AZrM1TU0RSsXTX8A2',
      put('x (call_2Fbl7rO2NPXICCenmNyDbS)'),
      put('x (call_37HC1AZrM1TU0RSsXTX8A2)'),
    ],
    1,
  ],
  [
    'ids in one turn, an item of another kind between the calls',
    'openai-responses',
    [said, fc(''), { type: 'compaction', id: 'w' }, fc(''), said],
    [
      'a call of x without id is now call_2Fbl7rO2NPXICCenmNyDbS',
      'a call of x without id is now call_37HC1AZrM1TU0RSsXTX8A2',
      put('x (call_2Fbl7rO2NPXICCenmNyDbS)'),
      put('x (call_37HC1AZrM1TU0RSsXTX8A2)'),
    ],
    1,
  ],
  [
    'the same call in the next turn gets another id',
    'openai-chat',
    [go, chat(fn(undefined)), nameless('1'), chat(fn(undefined)), nameless('2'), next],
    [
      'a call of x without id is now call_6q0MxYc7maUal11wvu0bFS',
      'a result of x (call_6q0MxYc7maUal11wvu0bFS) got its id',
      'a call of x without id is now call_1NnZmRAQamibt0wy9NZtMK',
      'a result of x (call_1NnZmRAQamibt0wy9NZtMK) got its id',
    ],
    0,
  ],
  [
    'a result in front of its call, beside words',
    'anthropic-messages',
    [user(result('b', '1'), text('w')), model(use('b')), user(text('n'))],
    ['a result without its call (b) was left out', 'the result of x (b) was moved behind it'],
    1,
  ],
  [
    'a result in front of its call, reasoning between them',
    'openai-responses',
    [said, out('b', '1'), thought, fc('b'), said],
    ['a result without its call (b) was left out', 'the result of x (b) was moved behind it'],
    1,
  ],
  ['words of the model between two calls', 'openai-responses', [said, fc('a'), answered, fc('b'), out('a', '1'), said], [put('x (b)')], 1],
  ['two calls, then the end', 'openai-responses', [said, fc('a'), fc('b')], [put('x (a)'), put('x (b)')], 1],
  ['one answered, one at the end', 'openai-responses', [said, fc('a'), out('a', '1'), fc('b')], [put('x (b)')], 1],
  ['one of another message, one at the end', 'openai-responses', [said, fc('a'), thought, fc('b')], [put('x (a)'), put('x (b)')], 1],
  ['one call, then the end', 'anthropic-messages', [user(text('go')), model(use('a'))], [put('x (a)')], 1],
  ['words to be continued', 'anthropic-messages', [user(text('go')), model(text('a'))], [], 0],
]; // prettier-ignore

test.each(ROWS.map(([what, dialect, messages, changes, stored]) => ({ what, dialect, messages, changes, stored })))(
  '$dialect: $what',
  ({ dialect, messages, changes, stored }) => {
    const { list: _list, ...rest } = told(new RequestBench(dialect, [repairStage]), dialect, messages);
    expect(rest).toEqual({ changes, stored });
  },
);

test('where the upstream takes any past arguments they stay as they are', () => {
  const lenient: RequestLaneStage = {
    name: 'lenient',
    begin: () => {
      const fold = repairStage.begin();
      return { run: (input) => fold.run({ ...input, upstream: { ...input.upstream, strictPastArguments: false } }) };
    },
  };
  const broken = chat({ id: 'a', type: 'function', function: { name: 'x', arguments: '{"x":' } });
  const messages = [go, broken, tool('a', '1')];
  expect(told(new RequestBench('openai-chat', [lenient]), 'openai-chat', messages).changes).toEqual([]);
  expect(told(new RequestBench('openai-chat', [repairStage]), 'openai-chat', messages).changes).toEqual([
    'arguments of x (a) were wrapped',
  ]);
});

/** A later turn of the same history. */
const LATER: Readonly<Record<Dialect, readonly JsonObject[]>> = {
  'openai-chat': [next, chat(fn('c')), tool('c', '1'), next],
  'anthropic-messages': [model(use('c')), user(result('c', '1'))],
  'openai-responses': [said, fc('c'), out('c', '1'), said],
};

describe('once a synthetic result went out', () => {
  test('what Signalbox wrote itself and comes back late is a second result, and no words', () => {
    const bench = new RequestBench('openai-chat', [repairStage]);
    const first = [go, chat(fn('a')), next];
    told(bench, 'openai-chat', first);
    const { changes, list } = told(bench, 'openai-chat', [...first, tool('a', NO_RESULT), next]);
    expect(changes).toContain('a second result for a was left out');
    expect(list).toEqual([go, chat(fn('a')), tool('a', NO_RESULT), next, next]);
  });

  test.each<readonly [Dialect, readonly JsonObject[], readonly JsonObject[], number]>([
    ['openai-chat', [go, chat(fn('a')), next], [chat(fn('b')), tool('a', 'late'), tool('b', '1'), next], 6],
    [
      'anthropic-messages',
      [user(text('go')), model(use('a')), user(text('stop'))],
      [model(use('b')), user(result('b', '1'), result('a', 'late'))],
      4,
    ],
    ['openai-responses', [said, fc('a'), said], [fc('b'), out('a', 'late'), out('b', '1'), said], 6],
  ])('%s: the words of a late result stand behind the results around it, and stay there', (dialect, first, more, at) => {
    const bench = new RequestBench(dialect, [repairStage]);
    told(bench, dialect, first);
    const { changes, list } = told(bench, dialect, [...first, ...more, ...LATER[dialect]]);
    expect(changes).toContain('the late result of x (a) follows as text');
    expect(JSON.stringify(list[at])).toContain('was recorded later');
    expect(list.filter((entry) => JSON.stringify(entry).includes('late'))).toHaveLength(1);
  });
});
