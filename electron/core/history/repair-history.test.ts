import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../shared/json.ts';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { repairStage } from '../pipeline/request-repair.ts';
import { bodyOf, listKey, RequestBench } from '../testing/request-bench.ts';
import { NO_RESULT } from './history-wording.ts';

const go = { role: 'user', content: 'go' };
const next = { role: 'user', content: 'next' };
const fn = (id: string | undefined, text: unknown, name = 'x'): JsonObject =>
  ({ ...(id === undefined ? {} : { id }), type: 'function', function: { name, arguments: text } }) as JsonObject;
const chat = (...calls: JsonObject[]): JsonObject => ({ role: 'assistant', content: null, tool_calls: calls });
const tool = (id: string, content: string): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const none = (id: string): JsonObject => tool(id, NO_RESULT);

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const use = (id: string, input: unknown = {}, type = 'tool_use'): JsonObject => ({ type, id, name: 'x', input }) as JsonObject;
const result = (id: string, content: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content });
const missing = (id: string): JsonObject => ({ ...result(id, NO_RESULT), is_error: true });
const user = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const model = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });

const said = { type: 'message', role: 'user', content: 'go' };
const fc = (id: string, args = '{}'): JsonObject => ({ type: 'function_call', call_id: id, name: 'x', arguments: args });
const out = (id: string, output: string): JsonObject => ({ type: 'function_call_output', call_id: id, output });

const repaired = (dialect: Dialect, messages: readonly JsonObject[]): JsonObject[] => {
  const { body, records } = new RequestBench(dialect, [repairStage]).send(bodyOf(dialect, messages));
  expect(records.filter(({ entry }) => entry.type === 'stage-failed')).toEqual([]);
  return (JSON.parse(body) as JsonObject)[listKey(dialect)] as JsonObject[];
};

type Row = readonly [what: string, before: readonly JsonObject[], after: readonly JsonObject[]];

describe('Chat, mended', () => {
  const rows: readonly Row[] = [
    ['no result', [go, chat(fn('a', '{}')), next], [go, chat(fn('a', '{}')), none('a'), next]],
    [
      'one of three',
      [go, chat(fn('a', '{}'), fn('b', '{}'), fn('c', '{}')), tool('b', '2')],
      [go, chat(fn('a', '{}'), fn('b', '{}'), fn('c', '{}')), tool('b', '2'), none('a'), none('c')],
    ],
    ['late result', [go, chat(fn('a', '{}')), next, tool('a', '1')], [go, chat(fn('a', '{}')), tool('a', '1'), next]],
    ['result before its call', [tool('a', '1'), chat(fn('a', '{}')), next], [chat(fn('a', '{}')), tool('a', '1'), next]],
    ['orphan', [go, tool('a', '1'), next], [go, next]],
    [
      'stranger beside a good one',
      [chat(fn('a', '{}')), tool('a', '1'), tool('z', '2'), next],
      [chat(fn('a', '{}')), tool('a', '1'), next],
    ],
    [
      'one stranger for two calls',
      [chat(fn('a', '{}'), fn('b', '{}')), tool('z', '2'), next],
      [chat(fn('a', '{}'), fn('b', '{}')), none('a'), none('b'), next],
    ],
    [
      'as many strangers as calls',
      [chat(fn('a', '{}'), fn('b', '{}')), tool('y', '1'), tool('z', '2'), next],
      [chat(fn('a', '{}'), fn('b', '{}')), tool('a', '1'), tool('b', '2'), next],
    ],
    [
      'shortened id',
      [chat(fn('call_123456|fc_1', '{}')), tool('call_123456', '1')],
      [chat(fn('call_123456|fc_1', '{}')), tool('call_123456|fc_1', '1')],
    ],
    ['second result', [chat(fn('a', '{}')), tool('a', '1'), tool('a', '2'), next], [chat(fn('a', '{}')), tool('a', '1'), next]],
    ['empty list of calls', [{ role: 'assistant', content: 'b', tool_calls: [] }, next], [{ role: 'assistant', content: 'b' }, next]],
    ['cut arguments', [chat(fn('a', '{"x":"y')), tool('a', '1')], [chat(fn('a', '{"INVALID_JSON":"{\\"x\\":\\"y"}')), tool('a', '1')]],
    ['arguments with one reading', [chat(fn('a', '{"x":1,}')), tool('a', '1')], [chat(fn('a', '{"x":1}')), tool('a', '1')]],
    ['no arguments', [chat(fn('a', '')), tool('a', '1')], [chat(fn('a', '{}')), tool('a', '1')]],
    ['arguments as an object keep their text', [chat(fn('a', { n: 1.5 })), tool('a', '1')], [chat(fn('a', '{"n":1.5}')), tool('a', '1')]],
    [
      'two turns without user words',
      [chat(fn('a', '{}')), chat(fn('b', '{}')), tool('b', '2')],
      [chat(fn('a', '{}')), none('a'), chat(fn('b', '{}')), tool('b', '2')],
    ],
  ]; // prettier-ignore
  test.each(rows)('%s', (_what, before, after) => expect(repaired('openai-chat', before)).toEqual(after));

  test('a repeated id gets a new one, and so does its result', () => {
    const [, calls, ...results] = repaired('openai-chat', [go, chat(fn('a', '{}'), fn('a', '{}')), tool('a', '1'), tool('a', '2')]);
    const ids = (calls?.['tool_calls'] as JsonObject[]).map((call) => call['id']);
    expect(ids[0]).toBe('a');
    expect(ids[1]).toMatch(/^call_[0-9A-Za-z]{22}$/);
    expect(results).toEqual([tool('a', '1'), tool(String(ids[1]), '2')]);
  });

  test('a missing id is derived', () => {
    const [, calls, one] = repaired('openai-chat', [go, chat(fn(undefined, '{}')), { role: 'tool', content: '1' }]);
    const id = String((calls?.['tool_calls'] as JsonObject[])[0]?.['id']);
    expect(id).toMatch(/^call_[0-9A-Za-z]{22}$/);
    expect(one).toEqual({ role: 'tool', content: '1', tool_call_id: id });
  });
});

describe('Anthropic, mended', () => {
  const rows: readonly Row[] = [
    [
      'no result, words follow',
      [user(text('go')), model(use('a')), user(text('stop'))],
      [user(text('go')), model(use('a')), user(missing('a'), text('stop'))],
    ],
    [
      'no result, plain words follow',
      [user(text('go')), model(use('a')), { role: 'user', content: 'stop' }],
      [user(text('go')), model(use('a')), user(missing('a'), text('stop'))],
    ],
    [
      'no user message follows',
      [user(text('go')), model(use('a')), model(text('b')), user(text('c'))],
      [user(text('go')), model(use('a')), user(missing('a')), model(text('b')), user(text('c'))],
    ],
    ['results behind words', [model(use('a')), user(text('n'), result('a', '1'))], [model(use('a')), user(result('a', '1'), text('n'))]],
    [
      'results in two messages',
      [model(use('a'), use('b')), user(result('a', '1')), user(result('b', '2'))],
      [model(use('a'), use('b')), user(result('a', '1'), result('b', '2'))],
    ],
    [
      'what stands beside a moved result joins it',
      [model(use('a'), use('b')), user(result('a', '1')), user(result('b', '2'), text('n'))],
      [model(use('a'), use('b')), user(result('a', '1'), result('b', '2'), text('n'))],
    ],
    [
      'orphan beside words',
      [user(text('go')), model(text('hm')), user(result('z', '1'), text('n'))],
      [user(text('go')), model(text('hm')), user(text('n'))],
    ],
    ['second result', [model(use('a')), user(result('a', '1'), result('a', '2'))], [model(use('a')), user(result('a', '1'))]],
    [
      'input as text',
      [model(use('a', '{"x":"y')), user(result('a', '1'))],
      [model(use('a', { INVALID_JSON: '{"x":"y' })), user(result('a', '1'))],
    ],
    [
      'input as the text of an object',
      [model(use('a', '{"x":1}')), user(result('a', '1'))],
      [model(use('a', { x: 1 })), user(result('a', '1'))],
    ],
    ['no input', [model(use('a', null)), user(result('a', '1'))], [model(use('a')), user(result('a', '1'))]],
    ['an empty text block', [model(text(''), use('a')), user(result('a', '1'))], [model(use('a')), user(result('a', '1'))]],
  ]; // prettier-ignore
  test.each(rows)('%s', (_what, before, after) => expect(repaired('anthropic-messages', before)).toEqual(after));

  test('a late result leaves no message empty: roles alternate', () => {
    const [, answered, , emptied] = repaired('anthropic-messages', [
      model(use('a')),
      user(text('wait')),
      model(text('ok')),
      user(result('a', '1')),
    ]);
    expect(answered).toEqual(user(result('a', '1'), text('wait')));
    expect((emptied?.['content'] as JsonObject[])[0]?.['type']).toBe('text');
  });

  test('marks and thinking keep their bytes where blocks move', () => {
    const thinking = '{"type":"thinking","thinking":"…","signature":"s\\u0041"}';
    const marked = '{ "type":"text", "text":"n", "cache_control": {"type":"ephemeral"} }';
    const raw = `{"model":"m","max_tokens":9,"messages":[{"role":"assistant","content":[${thinking},{"type":"tool_use","id":"a","name":"x","input":{"n":1.50}}]},{"role":"user","content":[${marked}]}]}`;
    const { body } = new RequestBench('anthropic-messages', [repairStage]).send(raw);
    expect(body).toBe(
      raw.replace(marked, `{"type":"tool_result","tool_use_id":"a","content":${JSON.stringify(NO_RESULT)},"is_error":true},${marked}`),
    );
  });
});

describe('Responses, mended', () => {
  const rows: readonly Row[] = [
    ['no output', [said, fc('a'), said], [said, fc('a'), out('a', NO_RESULT), said]],
    ['one of two', [said, fc('a'), fc('b'), out('b', '2')], [said, fc('a'), fc('b'), out('b', '2'), out('a', NO_RESULT)]],
    ['late output', [said, fc('a'), said, out('a', '1')], [said, fc('a'), out('a', '1'), said]],
    ['orphan', [said, out('z', '1'), said], [said, said]],
    ['second output', [said, fc('a'), out('a', '1'), out('a', '2')], [said, fc('a'), out('a', '1')]],
    ['no arguments', [said, fc('a', ''), out('a', '1')], [said, fc('a', '{}'), out('a', '1')]],
    [
      'no output behind the first of two turns',
      [said, fc('a'), { type: 'reasoning', id: 'r', summary: [] }, fc('b'), out('b', '2')],
      [said, fc('a'), out('a', NO_RESULT), { type: 'reasoning', id: 'r', summary: [] }, fc('b'), out('b', '2')],
    ],
  ]; // prettier-ignore
  test.each(rows)('%s', (_what, before, after) => expect(repaired('openai-responses', before)).toEqual(after));
});

describe('left as it came, byte for byte', () => {
  const rows: readonly (readonly [what: string, dialect: Dialect, messages: readonly JsonObject[], more?: JsonObject])[] = [
    ['results in another order', 'openai-chat', [chat(fn('a', '{}'), fn('b', '{}')), tool('b', '2'), tool('a', '1')]],
    ['ids that repeat in later turns', 'openai-chat', [chat(fn('a', '{}')), tool('a', '1'), chat(fn('a', '{}')), tool('a', '2')]],
    ['a message to be continued (prefix)', 'openai-chat', [go, { ...chat(fn('a', '{}')), prefix: true }]],
    ['a message to be continued (partial)', 'openai-chat', [go, { ...chat(fn('a', '{}')), partial: true }]],
    ['a message to be continued (vLLM)', 'openai-chat', [go, chat(fn('a', '{}'))], { continue_final_message: true }],
    [
      'a custom call without result',
      'openai-chat',
      [go, { role: 'assistant', content: null, tool_calls: [{ id: 'a', type: 'custom', custom: { name: 'p', input: '*' } }] }, next],
    ],
    [
      'a legacy call',
      'openai-chat',
      [
        go,
        { role: 'assistant', content: null, function_call: { name: 'x', arguments: '{' } },
        { role: 'function', name: 'x', content: '1' },
      ],
    ],
    [
      'a server-side call',
      'anthropic-messages',
      [user(text('go')), model(use('srvtoolu_1', {}, 'server_tool_use'), text('a')), user(text('b'))],
    ],
    [
      'an image as result',
      'anthropic-messages',
      [model(use('a')), user({ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source: {} }] })],
    ],
    ['neighbours of one role', 'anthropic-messages', [user(text('a')), user(text('b')), model(text('c'))]],
    ['an empty list of tools', 'anthropic-messages', [user(text('a'))], { tools: [] }],
    [
      'an answer behind words of the model',
      'openai-responses',
      [said, fc('a'), { type: 'message', role: 'assistant', content: 'b' }, out('a', '1')],
    ],
    ['a custom call', 'openai-responses', [said, { type: 'custom_tool_call', call_id: 'a', name: 'p', input: '*' }, said]],
    ['outputs of other kinds', 'openai-responses', [said, { type: 'local_shell_call_output', call_id: 'z', output: '1' }]],
    ['a lone output of a history that the server holds', 'openai-responses', [out('z', '1')], { previous_response_id: 'r' }],
    ['a lone output of a conversation', 'openai-responses', [out('z', '1')], { conversation: 'c' }],
  ]; // prettier-ignore
  test.each(rows.map(([what, dialect, messages, more]) => ({ what, dialect, messages, more })))('$what', ({ dialect, messages, more }) => {
    const raw = bodyOf(dialect, messages, more);
    const { body, records } = new RequestBench(dialect, [repairStage]).send(raw);
    expect(body).toBe(raw);
    // That the server holds the rest is told (contract 2.2); nothing else is.
    const held = 'previous_response_id' in (more ?? {}) || 'conversation' in (more ?? {});
    expect(records.map(({ entry }) => entry)).toMatchObject(held ? [{ type: 'limit-reached', kind: 'server-held' }] : []);
  });
});

test('Chat: an empty list of tools goes with what hangs on it', () => {
  const raw = '{"model":"m","tools":[],"messages":[{"role":"user","content":"hi"}],"tool_choice":"auto"}';
  expect(new RequestBench('openai-chat').send(raw).body).toBe('{"model":"m","messages":[{"role":"user","content":"hi"}]}');
});

describe('a synthetic result that went out stays', () => {
  const first = [go, chat(fn('a', '{}')), next];
  const late = [...first, tool('a', 'done'), next];
  const kept = [
    go,
    chat(fn('a', '{}')),
    none('a'),
    next,
    { role: 'user', content: 'The result of the earlier call a (x) was recorded later:\ndone' },
    next,
  ];

  test.each([
    ['at once', false],
    ['after a restart', true],
  ])('%s the late result follows as text', (_when, restart) => {
    const bench = new RequestBench('openai-chat', [repairStage]);
    bench.send(bodyOf('openai-chat', first));
    if (restart) bench.restart();
    expect((JSON.parse(bench.send(bodyOf('openai-chat', late)).body) as JsonObject)['messages']).toEqual(kept);
  }); // prettier-ignore

  test('a history that was written anew is free of it', () => {
    const bench = new RequestBench('openai-chat', [repairStage]);
    bench.send(bodyOf('openai-chat', first));
    const raw = bodyOf('openai-chat', [go, chat(fn('a', '{}')), tool('a', 'done'), next]);
    expect(bench.send(raw).body).toBe(raw);
  });
});
