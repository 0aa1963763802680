import { describe, expect, it } from 'vitest';
import { callsTold, eventsOf, keylessOddities, textTold } from '../../testing/wire-frames.ts';
import { anthropicMessagesCodec } from './codec.ts';

const event = (type: string, members: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const START = event('message_start', { message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9, output_tokens: 1 } } });
const open = (index: number | undefined, block: object): string => event('content_block_start', { index, content_block: block });
const delta = (index: number | undefined, piece: object): string => event('content_block_delta', { index, delta: piece });
const stop = (index?: number): string => event('content_block_stop', { index });
const tool = (id: string, name: string, input: unknown = {}): object => ({ type: 'tool_use', id, name, input });
const json = (text: unknown): object => ({ type: 'input_json_delta', partial_json: text });
const END = event('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } }) + event('message_stop');
const read = (text: string) => eventsOf(anthropicMessagesCodec, text);

describe('calls', () => {
  it.each<[string, string, string[], string[], string[]]>([
    [
      'plain',
      open(0, tool('a', 'f')) + delta(0, json('')) + delta(0, json('{"x"')) + delta(0, json(':1}')) + stop(0),
      ['a f {"x":1}'],
      [],
      [],
    ],
    ['no delta at all', open(0, tool('a', 'f')) + stop(0), ['a f {}'], [], []],
    [
      'input whole in the start keeps its JSON text',
      open(0, tool('a', 'f', 0)).replace('"input":0', '"input":{ "n": 12345678901234567890 }') + stop(0),
      ['a f { "n": 12345678901234567890 }'],
      ['input-in-start'],
      [],
    ],
    ['deltas replace the start’s input', open(0, tool('a', 'f', { x: 1 })) + delta(0, json('{}')) + stop(0), ['a f {}'], [], []],
    [
      'between thinking and text',
      open(0, { type: 'thinking', thinking: '' }) +
        stop(0) +
        open(1, { type: 'text', text: '' }) +
        stop(1) +
        open(2, tool('a', 'f')) +
        stop(2) +
        open(3, { type: 'thinking', thinking: '' }) +
        stop(3),
      ['a f {}'],
      [],
      [],
    ],
    ['no id', open(0, tool('', 'f')) + stop(0), [' f {}'], ['id-missing'], []],
    ['no name', open(0, tool('a', '')) + stop(0), ['a  {}'], ['name-missing'], []],
    ['one id twice', open(0, tool('a', 'f')) + stop(0) + open(1, tool('a', 'f')) + stop(1), ['a f {}', 'a f {}'], ['id-duplicate'], []],
    [
      'a part that is an object',
      open(0, tool('a', 'f')) + delta(0, json({ x: 1 })) + stop(0),
      ['a f {"x":1}'],
      ['arguments-not-string'],
      [],
    ],
    [
      'delta and stop without index',
      open(0, tool('a', 'f')) + delta(undefined, json('{}')) + stop(),
      ['a f {}'],
      [],
      ['index-missing', 'index-missing'],
    ],
    [
      'index used twice',
      open(0, tool('a', 'f')) + delta(0, json('{}')) + stop(0) + open(0, tool('b', 'g')) + delta(0, json('{"y":2}')) + stop(0),
      ['a f {}', 'b g {"y":2}'],
      [],
      ['index-reused'],
    ],
    ['index jumps', open(2, tool('a', 'f')) + delta(2, json('{}')) + stop(2), ['a f {}'], [], ['index-not-sequential']],
    [
      'never closed, but balanced',
      open(0, tool('a', 'f')) + delta(0, json('{}')) + open(1, tool('b', 'g')) + stop(1),
      ['a f {}', 'b g {}'],
      [],
      ['block-not-closed'],
    ],
    [
      'two at once, by index',
      open(0, tool('a', 'f')) +
        open(1, tool('b', 'g')) +
        delta(0, json('{"x"')) +
        delta(1, json('{"y"')) +
        delta(0, json(':1}')) +
        stop(0) +
        delta(1, json(':2}')) +
        stop(1),
      ['a f {"x":1}', 'b g {"y":2}'],
      ['block-interleaved'],
      ['block-not-closed', 'delta-without-block', 'delta-without-block', 'stop-without-block'],
    ],
    [
      'two at once, never closed',
      open(0, tool('a', 'f')) + open(1, tool('b', 'g')) + delta(1, json('{}')) + delta(0, json('{"x":1}')),
      ['a f {"x":1}', 'b g {}'],
      ['block-interleaved'],
      ['block-not-closed', 'delta-without-block', 'block-not-closed'],
    ],
    [
      'text over a call that goes on',
      open(0, tool('a', 'f')) + delta(0, json('{"x"')) + open(1, { type: 'text', text: '' }) + stop(1) + delta(0, json(':1}')) + stop(0),
      ['a f {"x":1}'],
      ['block-interleaved'],
      ['block-not-closed', 'delta-without-block', 'stop-without-block'],
    ],
  ])('%s', (_, text, calls, odd, keyless) => {
    const events = read(START + text + END);
    const told = callsTold(events);
    expect(told.map((each) => `${each.id} ${each.name} ${each.arguments}`)).toEqual(calls);
    expect(told.every((each) => each.closed)).toBe(true);
    expect([...new Set(told.flatMap((each) => each.odd))]).toEqual(odd);
    expect(keylessOddities(events)).toEqual(keyless);
  });
  it.each<[string, string]>([
    ['the stream breaks off', ''],
    ['the finish comes over it', END],
    ['the next block comes over it', open(1, { type: 'text', text: '' }) + stop(1) + END],
  ])('a call whose JSON is open stays open: %s', (_, rest) => {
    expect(callsTold(read(START + open(0, tool('a', 'f')) + delta(0, json('{"x"')) + rest))[0]?.closed).toBe(false);
  });
  it.each(['server_tool_use', 'mcp_tool_use'])('%s is the server’s', (type) => {
    expect(read(START + open(0, { ...tool('', 'web_search', { q: 1 }), type }) + stop(0))).toMatchObject([
      {},
      {},
      { type: 'call-start', kind: 'server' },
      { type: 'call-end', arguments: '{"q":1}' },
    ]);
  });
});

describe('everything else', () => {
  it('text, thinking, signature, redacted thinking', () => {
    const text =
      START +
      open(0, { type: 'thinking', thinking: '' }) +
      delta(0, { type: 'thinking_delta', thinking: 'hm' }) +
      delta(0, { type: 'signature_delta', signature: 's' }) +
      stop(0) +
      open(1, { type: 'redacted_thinking', data: 'x' }) +
      stop(1) +
      open(2, { type: 'text', text: 'a' }) +
      delta(2, { type: 'text_delta', text: 'b' }) +
      stop(2);
    const events = read(text);
    expect(textTold(events)).toBe('ab');
    expect(events.filter((each) => each.type === 'reasoning-delta').map((each) => [each.text, each.signed])).toEqual([
      ['hm', false],
      ['', true],
      ['', true],
    ]);
    expect(events.at(-1)).toEqual({ type: 'text-end', choice: 0, block: 'block/2' });
  });
  it('start, usage and end', () => {
    expect(read(START + END)).toEqual([
      { type: 'turn-start', id: 'msg_1', model: 'm' },
      { type: 'usage', usage: { input: 9, output: 1 } },
      { type: 'finish', choice: 0, reason: 'calls', raw: 'tool_use' },
      { type: 'usage', usage: { input: 9, output: 5 } },
      { type: 'turn-end' },
    ]);
  });
  it.each<[string, string]>([
    ['end_turn', 'stop'],
    ['tool_use', 'calls'],
    ['max_tokens', 'length'],
    ['stop_sequence', 'stop_sequence'],
    ['pause_turn', 'pause'],
    ['refusal', 'refusal'],
    ['model_context_window_exceeded', 'context_exceeded'],
    ['', 'missing'],
    ['weird', 'other'],
  ])('finish %s is %s', (raw, reason) => {
    expect(read(event('message_delta', { delta: { stop_reason: raw } }))).toContainEqual({ type: 'finish', choice: 0, reason, raw });
  });
  it('says nothing for pings, comments, unknown events and keep-alives', () => {
    expect(read(`: x\n\n${event('ping')}${event('new_thing', { a: 1 })}${event('message_delta', { delta: {} })}`)).toEqual([]);
  });
  it.each<[string, string, string[]]>([
    ['ping with a string', 'event: ping\ndata: ""\n\n', ['ping-invalid']],
    ['no event line', START.replace(/event: .*\n/, ''), ['event-line-missing']],
    ['wrong event line', START.replace('event: message_start', 'event: ping'), ['event-line-mismatch']],
    ['no type', START.replace('"type":"message_start",', ''), ['type-missing']],
    ['a type that is none', START.replace('"type":"message_start"', '"type":null'), ['type-missing']],
    ['second start', START + START, ['second-message-start']],
    ['second end', START + END + event('message_stop'), ['second-message-stop']],
    ['event behind the end', START + END + stop(0), ['event-after-end']],
    ['stop of nothing', START + stop(0), ['stop-without-block']],
    [
      'two stop reasons',
      START +
        event('message_delta', { delta: { stop_reason: 'tool_use' } }) +
        event('message_delta', { delta: { stop_reason: 'end_turn' } }),
      ['finish-repeated'],
    ],
    ['the same stop reason again', START + event('message_delta', { delta: { stop_reason: 'tool_use' } }) + END, []],
  ])('oddities: %s', (_, text, odd) => {
    expect(keylessOddities(read(text))).toEqual(odd);
  });
  it.each<[string, string, string, string, number]>([
    ['in shape', event('error', { error: { type: 'overloaded_error', message: 'm' } }), 'm', 'overloaded_error', 0],
    ['without type', 'event: error\ndata: {"error":{"message":"m"}}\n\n', 'm', '', 1],
    ['without event line', 'data: {"error":"m"}\n\n', 'm', '', 1],
  ])('upstream errors: %s', (_, text, message, code, odd) => {
    const events = read(text);
    expect(events).toContainEqual({ type: 'upstream-error', message, code });
    expect(keylessOddities(events).filter((change) => change === 'error-shape')).toHaveLength(odd);
  });
  it.each([
    'data: {\n\n',
    'event: content_block_delta\ndata: [1]\n\n',
    event('content_block_delta', { index: 'x', delta: 5 }),
    event('content_block_start', { content_block: null }),
    event('message_start', { message: [] }),
  ])('never throws on %s', (text) => {
    expect(() => read(text)).not.toThrow();
  });
});
