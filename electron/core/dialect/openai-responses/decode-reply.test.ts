import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { responsesEvents, type ScriptedItem, sourcedOf } from '../../testing/responses-stream.ts';
import type { TurnEvent } from '../../turn/turn-event.ts';
import { ResponsesDecoder } from './decode-reply.ts';

const decode = (events: readonly JsonObject[]): TurnEvent[] => {
  const decoder = new ResponsesDecoder();
  return [...sourcedOf(decoder, events).flatMap((sourced) => sourced.events), ...decoder.end()];
};
/** Events that say something; tags that only tie a frame to its block or call are left out. */
const told = (events: readonly JsonObject[]) =>
  decode(events).filter((event) => !('text' in event && event.text === '' && !('signed' in event && event.signed)));
const of = <T extends TurnEvent['type']>(events: readonly TurnEvent[], type: T) =>
  events.filter((event): event is Extract<TurnEvent, { type: T }> => event.type === type);
const oddities = (events: readonly JsonObject[]) => of(decode(events), 'oddity').map((event) => event.change);
const message: ScriptedItem = { type: 'message', deltas: ['a', 'b'] };
const call: ScriptedItem = { type: 'function_call', id: 'c1', name: 'run', deltas: ['{"a"', ':1}'] };
const head = responsesEvents([]).slice(0, 2);

it('an item that is done twice is told once', () => {
  const twice = responsesEvents([message, call]).flatMap((event) =>
    event['type'] === 'response.output_item.done' ? [event, event] : [event],
  );
  expect(told(twice).filter((event) => event.type !== 'oddity')).toEqual(told(responsesEvents([message, call])));
  expect(oddities(twice).filter((change) => change === 'item-done-twice')).toHaveLength(2);
});

describe('a healthy reply', () => {
  it('is told in order', () => {
    const items: ScriptedItem[] = [
      { type: 'reasoning', deltas: ['r'], encrypted: 'enc' },
      message,
      call,
      { type: 'custom_tool_call', id: 'c2', name: 'patch', deltas: ['x'] },
    ];
    expect(told(responsesEvents(items))).toEqual([
      { type: 'turn-start', id: 'resp_1', model: 'm' },
      { type: 'reasoning-delta', choice: 0, block: '0:s0', text: 'r', signed: false },
      { type: 'reasoning-delta', choice: 0, block: '0:end', text: '', signed: true },
      { type: 'text-start', choice: 0, block: '1' },
      { type: 'text-delta', choice: 0, block: '1', text: 'a' },
      { type: 'text-delta', choice: 0, block: '1', text: 'b' },
      { type: 'text-end', choice: 0, block: '1' },
      { type: 'call-start', choice: 0, key: '2', id: 'c1', name: 'run', kind: 'function' },
      { type: 'call-delta', choice: 0, key: '2', text: '{"a"' },
      { type: 'call-delta', choice: 0, key: '2', text: ':1}' },
      { type: 'call-end', choice: 0, key: '2', arguments: '{"a":1}' },
      { type: 'call-start', choice: 0, key: '3', id: 'c2', name: 'patch', kind: 'custom' },
      { type: 'call-delta', choice: 0, key: '3', text: 'x' },
      { type: 'call-end', choice: 0, key: '3', arguments: 'x' },
      { type: 'usage', usage: { input: 11, output: 7 } },
      { type: 'finish', choice: 0, reason: 'calls', raw: 'completed' },
      { type: 'turn-end' },
    ]);
  });
  it('ties every frame of a message to its block and every frame of a call to its key', () => {
    for (const { events, frame } of sourcedOf(new ResponsesDecoder(), responsesEvents([message, call])).slice(2, -1)) {
      expect([
        frame.event,
        events.some((event) => ('block' in event && event.block === '0') || ('key' in event && event.key === '1')),
      ]).toEqual([frame.event, true]);
    }
  });
  it.each([
    'web_search_call',
    'mcp_call',
    'file_search_call',
    'code_interpreter_call',
    'computer_call',
    'local_shell_call',
    'apply_patch_call',
  ])('calls %s the server’s', (type) => {
    const item = { id: 's1', type, status: 'completed' };
    const events = [
      ...head,
      { type: 'response.output_item.added', output_index: 0, item },
      { type: `response.${type}.searching`, output_index: 0, item_id: 's1' },
      { type: 'response.output_item.done', output_index: 0, item },
    ];
    expect(told(events).slice(1)).toEqual([
      { type: 'call-start', choice: 0, key: '0', id: 's1', name: type, kind: 'server' },
      { type: 'call-end', choice: 0, key: '0', arguments: undefined },
    ]);
  });
});

describe('endings', () => {
  const end = (type: string, response: JsonObject) =>
    told([...head, { type, sequence_number: 9, response: { id: 'resp_1', output: [], ...response } }]).slice(1);
  it.each<[string, JsonObject, string, string]>([
    ['response.completed', { status: 'completed' }, 'stop', 'completed'],
    ['response.completed', {}, 'stop', 'completed'],
    ['response.incomplete', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length', 'max_output_tokens'],
    ['response.incomplete', { incomplete_details: { reason: 'content_filter' } }, 'content_filter', 'content_filter'],
    ['response.incomplete', {}, 'other', 'incomplete'],
    ['response.completed', { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length', 'max_output_tokens'],
    ['response.cancelled', { status: 'cancelled' }, 'other', 'cancelled'],
  ])('%s %j', (type, response, reason, raw) => {
    expect(end(type, response)).toEqual([{ type: 'finish', choice: 0, reason, raw }, { type: 'turn-end' }]);
  });
  it('failed is an upstream error', () => {
    expect(end('response.failed', { status: 'failed', error: { code: 'server_error', message: 'm' } })).toEqual([
      { type: 'upstream-error', message: 'm', code: 'server_error' },
      { type: 'turn-end' },
    ]);
  });
  it.each([
    { type: 'error', code: 'x', message: 'm', param: null },
    { error: { type: 'x', message: 'm' } },
    { type: 'error', error: { code: 'x', message: 'm' } },
  ])('an error event is an upstream error: %j', (event) => {
    const events = told([...head, event]).slice(1);
    expect(events.at(-1)).toEqual({ type: 'upstream-error', message: 'm', code: 'x' });
    expect(events.some((each) => each.type === 'oddity' && each.change === 'error-shape')).toBe(!('type' in event));
  });
  it('tells a refusal once, and as the finish', () => {
    const events = responsesEvents([message]);
    events.splice(
      -1,
      0,
      { type: 'response.refusal.delta', output_index: 0, item_id: 'mes_0', delta: 'I' },
      { type: 'response.refusal.done', output_index: 0, item_id: 'mes_0', refusal: 'I' },
    );
    expect(of(decode(events), 'refusal')).toHaveLength(1);
    expect(of(decode(events), 'finish')[0]?.reason).toBe('refusal');
  });
  it('tells nothing behind the terminal event, and nothing of [DONE]', () => {
    const decoder = new ResponsesDecoder();
    sourcedOf(decoder, responsesEvents([]));
    for (const data of ['[DONE]', '{"type":"response.output_text.delta","delta":"x"}', undefined])
      expect(decoder.push({ event: '', data, raw: new Uint8Array() })).toEqual([]);
  });
});

describe('calls', () => {
  const healthy = responsesEvents([call]);
  const cut = (type: string) =>
    healthy.slice(
      0,
      healthy.findIndex((event) => event['type'] === type),
    );
  it.each([
    ['response.function_call_arguments.done', []],
    ['response.output_item.done', ['{"a":1}']],
    ['response.completed', ['{"a":1}']],
  ])('cut before %s', (type, expected) => {
    expect(of(decode(cut(type)), 'call-end').map((event) => event.arguments)).toEqual(expected);
  });
  it.each([
    ['only in item done', healthy.filter((event) => !/added|arguments/.test(String(event['type'])))],
    ['only in the terminal event', [...healthy.slice(0, 2), ...healthy.slice(-1)]],
    ['without arguments events', healthy.filter((event) => !/arguments/.test(String(event['type'])))],
  ])('%s', (_name, events) => {
    const all = decode(events);
    expect(of(all, 'call-start')).toMatchObject([{ id: 'c1', name: 'run', kind: 'function' }]);
    expect(of(all, 'call-end').map((event) => event.arguments)).toEqual(['{"a":1}']);
  });
  it('are not complete because the reply is', () => {
    const events = [
      ...cut('response.function_call_arguments.done'),
      { type: 'response.completed', sequence_number: 99, response: { id: 'r', status: 'completed', output: [] } },
    ];
    expect(of(decode(events), 'call-end')).toEqual([]);
    expect(of(decode(events), 'finish')[0]?.reason).toBe('calls');
  });
  it.each<[string, string, JsonObject, string | undefined, string[]]>([
    ['arguments.done', 'response.function_call_arguments.done', { arguments: '{}' }, '{"a":1}', ['arguments-differ', 'arguments-differ']],
    [
      'item done',
      'response.output_item.done',
      { item: { type: 'function_call', id: 'fun_0', call_id: 'c1', name: 'run', arguments: '{}' } },
      '{}',
      ['arguments-differ'],
    ],
    [
      'item done, empty',
      'response.output_item.done',
      { item: { type: 'function_call', id: 'fun_0', call_id: 'c1', name: 'run', arguments: '' } },
      '{"a":1}',
      ['arguments-differ'],
    ],
    [
      'item done, an object',
      'response.output_item.done',
      { item: { type: 'function_call', id: 'fun_0', call_id: 'c1', name: 'run', arguments: { a: 1 } } },
      '{"a":1}',
      ['arguments-not-text'],
    ],
  ])('that differ in %s: the last full word counts', (_name, type, members, expected, odd) => {
    const events = healthy.map((event) => (event['type'] === type ? { ...event, ...members } : event));
    expect(of(decode(events), 'call-end').map((event) => event.arguments)).toEqual([expected]);
    expect(oddities(events)).toEqual(odd);
  });
  it('may get their name late', () => {
    const events = healthy.map((event) =>
      event['type'] === 'response.output_item.added' ? { ...event, item: { type: 'function_call', id: 'fun_0' } } : event,
    );
    expect(of(decode(events), 'call-named')).toEqual([{ type: 'call-named', choice: 0, key: '0', id: 'c1', name: 'run' }]);
  });
  it('never share a key, whatever their indices and ids say', () => {
    const two = responsesEvents([call, { ...call, id: 'c2' }]).map((event) =>
      'output_index' in event ? { ...event, output_index: 0 } : event,
    );
    const all = decode(two);
    expect(of(all, 'call-start').map((event) => event.key)).toEqual(['0', '1']);
    expect(of(all, 'call-end').map((event) => [event.key, event.arguments])).toEqual([
      ['0', '{"a":1}'],
      ['1', '{"a":1}'],
    ]);
  });
});

describe('text', () => {
  const healthy = responsesEvents([message]);
  const text = (events: readonly JsonObject[]) =>
    of(decode(events), 'text-delta')
      .map((event) => event.text)
      .join('');
  it.each([
    ['deltas only', healthy.filter((event) => !/done/.test(String(event['type'])))],
    ['text done only', healthy.filter((event) => !/delta/.test(String(event['type'])))],
    ['part done only', healthy.filter((event) => !/delta|text.done/.test(String(event['type'])))],
    ['item done only', healthy.filter((event) => !/delta|text.done|part/.test(String(event['type'])))],
    ['terminal only', [...healthy.slice(0, 2), ...healthy.slice(-1)]],
    ['new ids at every event and none in the output', healthy.map((event, index) => ({ ...event, item_id: `x${index}` }))],
  ])('%s: told once', (_name, events) => {
    expect(text(events)).toBe('ab');
  });
  it('that a closing event tells further is told further', () => {
    expect(text(healthy.map((event) => (event['type'] === 'response.output_text.done' ? { ...event, text: 'abc' } : event)))).toBe('abc');
  });
});

describe('junk', () => {
  it.each(['{', '[]', '1', '"x"', 'null', '{"type":'])('%s is unreadable', (data) => {
    expect(new ResponsesDecoder().push({ event: '', data, raw: new Uint8Array() })).toMatchObject([{ type: 'unreadable' }]);
  });
  it.each([
    { type: 'response.output_item.added' },
    { type: 'response.output_item.added', item: 3, output_index: -1 },
    { type: 'response.output_item.done', item: null },
    { type: 'response.content_part.added', part: [] },
    { type: 'response.completed' },
    { type: 'response.completed', response: { output: [1, null, {}] } },
    { type: 'response.function_call_arguments.done', arguments: null },
    { type: 'constructor' },
    { type: '__proto__' },
  ])('%j does not throw', (event) => {
    expect(() => decode([event, event])).not.toThrow();
  });
});
