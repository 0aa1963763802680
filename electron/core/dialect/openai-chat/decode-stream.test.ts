import { describe, expect, it } from 'vitest';
import { callsTold, eventsOf, keylessOddities, textTold } from '../../testing/wire-frames.ts';
import { openAiChatCodec } from './codec.ts';

type Delta = Readonly<Record<string, unknown>>;
const chunk = (delta: Delta, finish: unknown = null, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const entries = (...list: unknown[]): string => chunk({ tool_calls: list });
const call = (index: number | undefined, id: string | undefined, name: string | undefined, args: unknown): object => ({
  ...(index === undefined ? {} : { index }),
  ...(id === undefined ? {} : { id, type: 'function' }),
  function: { ...(name === undefined ? {} : { name }), ...(args === undefined ? {} : { arguments: args }) },
});
const DONE = 'data: [DONE]\n\n';
const END = chunk({}, 'tool_calls') + DONE;
const read = (text: string) => eventsOf(openAiChatCodec, text);

describe('calls', () => {
  it.each<[string, string, string[], string[]]>([
    [
      'one call over three deltas',
      entries(call(0, 'a', 'f', '')) + entries(call(0, undefined, undefined, '{"x"')) + entries(call(0, undefined, undefined, ':1}')),
      ['a f {"x":1}'],
      [],
    ],
    ['name and arguments in one delta', entries(call(0, 'a', 'f', '{}')), ['a f {}'], []],
    [
      'parallel, interleaved',
      entries(call(0, 'a', 'f', '{')) +
        entries(call(1, 'b', 'g', '{')) +
        entries(call(0, undefined, undefined, '}'), call(1, undefined, undefined, '}')),
      ['a f {}', 'b g {}'],
      [],
    ],
    [
      'ids of null on continuations',
      entries(call(0, 'a', 'f', '{')) + entries({ index: 0, id: null, function: { name: null, arguments: '}' } }),
      ['a f {}'],
      [],
    ],
    [
      'several calls in one delta without index',
      entries(call(undefined, 'a', 'f', '{}'), call(undefined, 'b', 'g', '{}'), call(undefined, 'c', 'f', '{}')),
      ['a f {}', 'b g {}', 'c f {}'],
      ['index-missing'],
    ],
    [
      'first delta without index, next with',
      entries(call(undefined, 'a', 'f', '')) + entries(call(0, undefined, undefined, '{}')),
      ['a f {}'],
      ['index-missing'],
    ],
    [
      'index never given',
      entries(call(undefined, 'a', 'f', '{')) +
        entries(call(undefined, undefined, undefined, '}')) +
        entries(call(undefined, 'b', 'g', '{}')),
      ['a f {}', 'b g {}'],
      ['index-missing'],
    ],
    [
      'index always 0',
      entries(call(0, 'a', 'f', '{}')) + entries(call(0, 'b', 'g', '{"y":2}')),
      ['a f {}', 'b g {"y":2}'],
      ['index-wrong'],
    ],
    [
      'index always 0, same name',
      entries(call(0, 'a', 'f', '{}')) + entries(call(0, 'b', 'f', '{}')),
      ['a f {}', 'b f {}'],
      ['index-wrong'],
    ],
    ['index begins at 1', entries(call(1, 'a', 'f', '{}')), ['a f {}'], ['index-wrong']],
    [
      'index grows on continuations',
      entries(call(0, 'a', 'f', '{')) + entries(call(1, undefined, undefined, '}')),
      ['a f {}'],
      ['index-wrong'],
    ],
    ['id late', entries(call(0, undefined, 'f', '')) + entries(call(0, 'a', undefined, '{}')), ['a f {}'], ['id-missing']],
    ['id empty at first', entries(call(0, '', 'f', '{}')), [' f {}'], ['id-missing']],
    ['id empty on continuations', entries(call(0, 'a', 'f', '{')) + entries(call(0, '', undefined, '}')), ['a f {}'], ['id-empty']],
    ['id repeated', entries(call(0, 'a', 'f', '{')) + entries(call(0, 'a', undefined, '}')), ['a f {}'], []],
    [
      'id new with an empty name on each continuation',
      entries(call(0, 'a', 'f', '{"x":')) + entries(call(0, 'b', '', '1')) + entries(call(0, 'c', '', '}')),
      ['a f {"x":1}'],
      ['id-changed', 'name-empty'],
    ],
    [
      'id and name new while arguments are open',
      entries(call(0, 'a', 'f', '{"x":')) + entries(call(0, 'b', 'f', '1}')),
      ['a f {"x":1}'],
      ['id-changed', 'name-repeated'],
    ],
    [
      'name repeated',
      entries(call(0, 'a', 'f', '')) + entries(call(0, 'a', 'f', '{')) + entries(call(0, 'a', 'f', '}')),
      ['a f {}'],
      ['name-repeated'],
    ],
    [
      'arguments before id and name',
      entries(call(0, undefined, undefined, '{}')) + entries(call(0, 'a', 'f', undefined)),
      ['a f {}'],
      ['id-missing', 'name-missing'],
    ],
    [
      'a name in pieces',
      entries(call(0, 'a', 'rea', '')) + entries(call(0, undefined, 'd', '')) + entries(call(0, undefined, undefined, '{}')),
      ['a read {}'],
      ['name-in-pieces'],
    ],
    ['a name that grows', entries(call(0, 'a', 'rea', '')) + entries(call(0, 'a', 'read', '{}')), ['a read {}'], ['name-in-pieces']],
    [
      'index always 0, the first without arguments',
      entries(call(0, 'a', 'f', '')) + entries(call(0, 'b', 'g', '{"y":2}')),
      ['a f ', 'b g {"y":2}'],
      ['index-wrong'],
    ],
    [
      'index always 0, no ids',
      entries(call(0, undefined, 'f', '{}')) + entries(call(0, undefined, 'g', '{"y":2}')),
      ['undefined f {}', 'undefined g {"y":2}'].map((each) => each.replace('undefined', '')),
      ['id-missing', 'index-wrong'],
    ],
    ['name late', entries(call(0, 'a', '', '')) + entries(call(0, undefined, 'f', '{}')), ['a f {}'], ['name-missing']],
    ['two calls with one id', entries(call(0, 'a', 'f', '{}')) + entries(call(1, 'a', 'f', '{}')), ['a f {}', 'a f {}'], ['id-duplicate']],
    [
      'arguments as an object keep their JSON text',
      entries(call(0, 'a', 'f', 0)).replace(':0}', ':{ "n": 12345678901234567890 }}'),
      ['a f { "n": 12345678901234567890 }'],
      ['arguments-not-string'],
    ],
    [
      'a finish after every chunk',
      entries(call(0, 'a', 'f', '')) + chunk({}, 'tool_calls') + entries(call(0, undefined, undefined, '{}')),
      ['a f {}'],
      ['delta-after-finish', 'finish-repeated'],
    ],
    [
      'closing brace inside a string closes nothing',
      entries(call(0, 'a', 'f', '{"x":"}')) + entries(call(0, 'b', 'f', '"}')),
      ['a f {"x":"}"}'],
      ['id-changed', 'name-repeated'],
    ],
  ])('%s', (_, text, calls, odd) => {
    const events = read(chunk({ role: 'assistant', content: '' }) + text + END);
    const told = callsTold(events);
    expect(told.map((each) => `${each.id} ${each.name} ${each.arguments}`)).toEqual(calls);
    expect(told.every((each) => each.closed)).toBe(true);
    expect([...new Set([...told.flatMap((each) => each.odd), ...keylessOddities(events)])].sort()).toEqual(odd);
  });

  it('without a finish only balanced calls end', () => {
    const told = callsTold(read(entries(call(0, 'a', 'f', '{"x":1}'), call(1, 'b', 'g', '{"x":'))));
    expect(told.map((each) => each.closed)).toEqual([true, false]);
  });
  it('a call that was cut after an earlier finish does not end', () => {
    const text = entries(call(0, 'a', 'f', '')) + chunk({}, 'tool_calls') + entries(call(0, undefined, undefined, '{"x"'));
    expect(callsTold(read(text)).map((each) => each.closed)).toEqual([false]);
  });
  it('truncated arguments under a finish end with the terminator', () => {
    expect(callsTold(read(entries(call(0, 'a', 'f', '{"x"')) + END))[0]).toMatchObject({ closed: true, arguments: '{"x"' });
  });
  it('each entry ends with one call-delta', () => {
    const events = read(entries(call(0, 'a', 'f', undefined), call(0, undefined, undefined, '{'), call(0, undefined, undefined, '}')));
    expect(events.filter((event) => event.type === 'call-delta').map((event) => event.text)).toEqual(['', '{', '}']);
  });
  it('custom calls carry free text', () => {
    const events = read(entries({ index: 0, id: 'a', type: 'custom', custom: { name: 'patch', input: '*** Begin' } }));
    expect(events).toContainEqual({ type: 'call-start', choice: 0, key: '0/0', id: 'a', name: 'patch', kind: 'custom' });
    expect(events).toContainEqual({ type: 'call-delta', choice: 0, key: '0/0', text: '*** Begin' });
  });
  it('legacy function_call', () => {
    const text =
      chunk({ function_call: { name: 'f', arguments: '{' } }) + chunk({ function_call: { arguments: '}' } }) + chunk({}, 'function_call');
    expect(callsTold(read(text))).toEqual([{ id: '', name: 'f', arguments: '{}', closed: true, odd: [] }]);
  });
  it('choices are apart', () => {
    const both = `data: ${JSON.stringify({ choices: [0, 1].map((index) => ({ index, delta: { tool_calls: [call(0, `id${index}`, 'f', '{}')] } })) })}\n\n`;
    expect(callsTold(read(both))).toMatchObject([
      { id: 'id0', odd: [] },
      { id: 'id1', odd: [] },
    ]);
  });
});

describe('everything else', () => {
  it('says several things of one chunk in order', () => {
    const types = read(
      chunk({ content: 'hi', tool_calls: [call(0, 'a', 'f', '{}')] }, 'tool_calls', { usage: { prompt_tokens: 1, completion_tokens: 2 } }),
    ).map((event) => event.type);
    expect(types).toEqual(['turn-start', 'text-start', 'text-delta', 'call-start', 'call-delta', 'call-end', 'finish', 'usage']);
  });
  it.each<[string, string, string]>([
    ['plain', chunk({ content: 'a' }) + chunk({ content: 'b' }), 'ab'],
    ['null', chunk({ content: null }), ''],
    [
      'part list',
      chunk({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'Hi' },
        ],
      }),
      'Hi',
    ],
  ])('text: %s', (_, text, told) => {
    expect(textTold(read(text))).toBe(told);
  });
  it.each<[string, Delta, string, boolean]>([
    ['mirrored fields count once', { reasoning: 'The', reasoning_content: 'The' }, 'The', false],
    ['details', { reasoning_details: [{ type: 'reasoning.text', text: 'x', signature: 's' }] }, 'x', true],
    ['Mistral', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }, 'hm', false],
  ])('reasoning: %s', (_, delta, text, signed) => {
    expect(read(chunk(delta))).toContainEqual({ type: 'reasoning-delta', choice: 0, block: '0/reasoning', text, signed });
  });
  it.each<[string, string]>([
    ['stop', 'stop'],
    ['tool_calls', 'calls'],
    ['function_call', 'calls'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['weird', 'other'],
  ])('finish %s is %s', (raw, reason) => {
    expect(read(chunk({}, raw))).toContainEqual({ type: 'finish', choice: 0, reason, raw });
  });
  it.each([null, undefined, ''])('finish %j is none', (raw) => {
    expect(read(chunk({}, raw)).some((event) => event.type === 'finish')).toBe(false);
  });
  it.each<[string, string, string[]]>([
    ['healthy', chunk({ role: 'assistant', content: '' }) + chunk({ content: 'x' }) + chunk({}, 'stop') + DONE, []],
    ['null tool_calls', chunk({ tool_calls: null }), ['empty-tool-calls']],
    ['empty tool_calls', chunk({ tool_calls: [] }), ['empty-tool-calls']],
    ['empty finish', chunk({ content: 'x' }, ''), ['finish-empty']],
    ['entries that are none', entries(null), ['empty-tool-calls']],
    ['two finishes', chunk({}, 'tool_calls') + chunk({}, 'stop'), ['finish-repeated']],
    ['null choices', 'data: {"choices":null}\n\n', ['null-choices']],
    ['empty data', 'data:\n\n', ['empty-data']],
    ['error in vLLM’s old shape', 'data: {"object":"error","message":"no","code":400}\n\n', ['error-shape']],
  ])('oddities: %s', (_, text, odd) => {
    expect(keylessOddities(read(text))).toEqual(odd);
  });
  it.each<[string, string, { message: string; code: string }]>([
    ['error object', 'data: {"error":{"message":"over","type":"server_error","code":529}}\n\n', { message: 'over', code: '529' }],
    ['error string', 'data: {"error":"broken"}\n\n', { message: 'broken', code: '' }],
    ['OpenRouter', chunk({ content: '' }, 'error', { error: { message: 'gone', code: 'e' } }), { message: 'gone', code: 'e' }],
    [
      'private fields',
      'data: {"choices":null,"error_type":"BadRequestError","error_message":"too long"}\n\n',
      { message: 'too long', code: 'BadRequestError' },
    ],
    ['error event', 'event: error\ndata: {"message":"m","code":"c"}\n\n', { message: 'm', code: 'c' }],
  ])('upstream errors: %s', (_, text, error) => {
    expect(read(text)).toContainEqual({ type: 'upstream-error', ...error });
  });
  it.each(['data: {"choices"\n\n', 'data: [1]\n\n', 'data: nonsense\n\n'])('unreadable: %s', (text) => {
    expect(read(text)).toMatchObject([{ type: 'unreadable' }]);
  });
  it.each([
    'data: {"choices":[null,3,{"delta":"x"},{"delta":{"tool_calls":[null,7],"content":5,"function_call":[]}}]}\n\n',
    'data: {"choices":[{"delta":{"tool_calls":[{"function":[],"index":"0"}]}}],"usage":[]}\n\n',
  ])('never throws on %s', (text) => {
    expect(() => read(text)).not.toThrow();
  });
  it('refusals, comments and the terminator', () => {
    expect(read(`: hi\n\n${chunk({ refusal: 'no' })}${DONE}`).map((event) => event.type)).toEqual(['turn-start', 'refusal', 'turn-end']);
  });
});
