import { describe, expect, it } from 'vitest';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit, ReplyEncoder } from '../dialect.ts';
import { anthropicMessagesCodec } from './codec.ts';

const THINKING = '{"type":"thinking", "thinking":"hm","signature":"c2ln"}';
const CALL = '{"type":"tool_use","id":"a","name":"f", "x":1,"input":{"n": 12345678901234567890, "s":"\\u00e9"}}';
const TEXT = '{"type":"text", "text":"one two","citations":null}';
const bodyOf = (blocks: readonly string[], reason: string, id = 'msg_1'): string =>
  `{"id": "${id}", "type": "message", "role": "assistant", "model": "m", "content": [ ${blocks.join(' , ')} ], "stop_reason": ${reason}, "big": 12345678901234567890, "usage": {"input_tokens": 2, "output_tokens": 3}}`;
const partsOf = (body: string): readonly Sourced[] => anthropicMessagesCodec.decodeBody(body) ?? [];
const part = (text: string, first: boolean, last: boolean): FrameEdit => ({ text: { choice: 0, part: text, first, last } });
function run(body: string, act: (encoder: ReplyEncoder, part: Sourced) => boolean): { body: string; changed: boolean } {
  const encoder = anthropicMessagesCodec.createBodyEncoder(body);
  for (const each of partsOf(body)) if (!act(encoder, each)) encoder.pass(each);
  encoder.close(undefined);
  return { body: encoder.body(), changed: encoder.changed };
}
const has = (each: Sourced, type: string): boolean => each.events.some((event) => event.type === type);

describe('decodeBody', () => {
  it('tells the blocks in order, with raw input', () => {
    const events = partsOf(bodyOf([THINKING, TEXT, CALL, '{"type":"new"}'], '"tool_use"')).flatMap((each) => [...each.events]);
    expect(events.map((event) => event.type)).toEqual([
      'turn-start',
      'reasoning-delta',
      'text-start',
      'text-delta',
      'text-end',
      'call-start',
      'call-delta',
      'call-end',
      'finish',
      'usage',
      'turn-end',
    ]);
    expect(events).toContainEqual({ type: 'call-end', choice: 0, key: 'block/2', arguments: '{"n": 12345678901234567890, "s":"\\u00e9"}' });
    expect(events).toContainEqual({ type: 'reasoning-delta', choice: 0, block: 'block/0', text: 'hm', signed: true });
  });
  it.each<[string, string, string, string[]]>([
    ['input as a string', '{"type":"tool_use","id":"a","name":"f","input":"{}"}', '"{}"', []],
    ['no input', '{"type":"tool_use","id":"a","name":"f"}', '', []],
    ['no id and name', '{"type":"tool_use","input":{}}', '{}', ['id-missing', 'name-missing']],
  ])('%s', (_, block, args, odd) => {
    const events = partsOf(bodyOf([block], '"tool_use"')).flatMap((each) => [...each.events]);
    expect(events).toContainEqual({ type: 'call-end', choice: 0, key: 'block/0', arguments: args });
    expect(events.flatMap((event) => (event.type === 'oddity' ? [event.change] : []))).toEqual(odd);
  });
  it.each(['{"input_tokens":5}', '[]', '{', ''])('is undefined for %s', (body) => {
    expect(anthropicMessagesCodec.decodeBody(body)).toBeUndefined();
  });
  it('an error under 200', () => {
    expect(partsOf('{"type":"error","error":{"type":"t","message":"m"}}')[0]?.events).toEqual([
      { type: 'upstream-error', message: 'm', code: 't' },
    ]);
  });
});

describe('createBodyEncoder', () => {
  const whole = bodyOf([THINKING, TEXT, CALL, '{"type":"new", "v":[1, 2]}'], '"end_turn"');
  it('an unchanged body is the same text, also when its text left in parts', () => {
    expect(run(whole, () => false)).toEqual({ body: whole, changed: false });
    const inParts = run(whole, (encoder, each) => {
      if (!has(each, 'text-delta')) return false;
      encoder.edit(each, part('one ', true, false));
      encoder.edit(each, part('two', false, true));
      return true;
    });
    expect(inParts).toEqual({ body: whole, changed: false });
  });
  it('recovers: text cut, raw input spliced in, stop reason corrected, every other block as it was', () => {
    const out = run(whole, (encoder, each) => {
      if (has(each, 'text-delta')) encoder.edit(each, part('one', true, true));
      else if (has(each, 'finish')) {
        encoder.calls(0, [{ id: 'x', name: 'f', arguments: '{"n": 12345678901234567890}' }]);
        encoder.edit(each, { finish: 'calls' });
      } else return false;
      return true;
    });
    const added = '{"type":"tool_use","id":"x","name":"f","input":{"n": 12345678901234567890}}';
    expect(out.body).toContain(`[${THINKING},${TEXT.replace('one two', 'one')},${CALL},{"type":"new", "v":[1, 2]},${added}]`);
    expect(JSON.parse(out.body).stop_reason).toBe('tool_use');
    expect(out.body).toContain('"big": 12345678901234567890');
  });
  it.each<[string, (encoder: ReplyEncoder, each: Sourced) => void]>([
    ['edited', (encoder, each) => void encoder.edit(each, part('', true, true))],
    ['dropped', (encoder, each) => encoder.drop(each)],
  ])('a text block wholly %s is gone', (_, act) => {
    const out = run(whole, (encoder, each) => {
      if (!has(each, 'text-delta')) return false;
      act(encoder, each);
      return true;
    });
    expect(JSON.parse(out.body).content.map((block: { type: string }) => block.type)).toEqual(['thinking', 'tool_use', 'new']);
  });
  it('a healed call stands at the place of the original', () => {
    const out = run(whole, (encoder, each) => {
      if (!has(each, 'call-start')) return false;
      encoder.calls(0, [{ id: 'a', name: 'f', arguments: '{}' }]);
      encoder.edit(each, { dropCalls: new Set(['block/2']) });
      return true;
    });
    expect(JSON.parse(out.body).content.map((block: { type: string }) => block.type)).toEqual(['thinking', 'text', 'tool_use', 'new']);
    expect(out.body).toContain('"input":{}}');
  });
  it('a second body goes under the first one’s head; its thinking goes, usage is summed', () => {
    const encoder = anthropicMessagesCodec.createBodyEncoder(whole);
    for (const each of partsOf(whole))
      if (has(each, 'reasoning-delta')) encoder.pass(each);
      else encoder.drop(each);
    encoder.continueReply({ dropReasoning: true, firstUsage: { input: 2, output: 3 } });
    for (const each of partsOf(bodyOf([THINKING.replace('hm', 'no'), '{"type":"text","text":"new"}'], '"end_turn"', 'msg_2')))
      encoder.pass(each);
    expect(JSON.parse(encoder.body())).toMatchObject({
      id: 'msg_1',
      stop_reason: 'end_turn',
      usage: { input_tokens: 2, output_tokens: 6 },
      content: [{ thinking: 'hm' }, { text: 'new' }],
    });
  });
  it('a missing stop reason is written', () => {
    const body = bodyOf([CALL], 'null');
    const encoder = anthropicMessagesCodec.createBodyEncoder(body);
    for (const each of partsOf(body)) encoder.pass(each);
    encoder.close('calls');
    expect(JSON.parse(encoder.body()).stop_reason).toBe('tool_use');
  });
});

describe('encodeError', () => {
  it('tells clients not to retry what a retry can’t fix', () => {
    const error = { code: 'signalbox_stalled', status: 504, message: 'm', retryable: true } as const;
    expect(anthropicMessagesCodec.encodeError(error)).toEqual({
      status: 504,
      headers: { 'content-type': 'application/json' },
      body: '{"type":"error","error":{"type":"overloaded_error","message":"m","code":"signalbox_stalled"}}',
    });
    expect(anthropicMessagesCodec.encodeError({ ...error, retryable: false }).headers).toEqual({
      'content-type': 'application/json',
      'x-should-retry': 'false',
    });
  });
});
