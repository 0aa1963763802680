import { describe, expect, it } from 'vitest';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit, ReplyEncoder } from '../dialect.ts';
import { openAiChatCodec } from './codec.ts';

const bodyOf = (message: string, finish: string, more = ''): string =>
  `{"id": "c1", "created": 7, "model": "m", "choices": [ {"index": 0, "message": ${message}, "logprobs": {"n": 1}, "finish_reason": ${finish}} ], "big": 12345678901234567890, "usage": {"prompt_tokens": 2, "completion_tokens": 3, "total_tokens": 5}${more}}`;
const CALL = '{"id":"a","type":"function","x":1,"function":{"name":"f","arguments":"{\\"n\\": 12345678901234567890}"}}';
const partsOf = (body: string): readonly Sourced[] => openAiChatCodec.decodeBody(body) ?? [];
const named = (parts: readonly Sourced[], name: string): Sourced => {
  const found = parts.find((part) => part.frame.event === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};
const part = (text: string, first: boolean, last: boolean): FrameEdit => ({ text: { choice: 0, part: text, first, last } });
/** Passes every part but those that `act` takes care of. */
function run(body: string, act: (encoder: ReplyEncoder, part: Sourced) => boolean): { body: string; changed: boolean } {
  const encoder = openAiChatCodec.createBodyEncoder(body);
  for (const each of partsOf(body)) if (!act(encoder, each)) encoder.pass(each);
  encoder.close(undefined);
  return { body: encoder.body(), changed: encoder.changed };
}

describe('decodeBody', () => {
  it('tells the parts in a stream’s order', () => {
    const body = bodyOf(`{"role":"assistant","reasoning_content":"r","content":"t","tool_calls":[${CALL}]}`, '"tool_calls"');
    expect(partsOf(body).flatMap((each) => each.events.map((event) => event.type))).toEqual([
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
  });
  it.each<[string, string, string, string[]]>([
    [
      'arguments as an object',
      CALL.replace('"{\\"n\\": 12345678901234567890}"', '{"n": 12345678901234567890}'),
      '{"n": 12345678901234567890}',
      ['arguments-not-string'],
    ],
    ['no id', '{"function":{"name":"f","arguments":""}}', '', ['id-missing']],
  ])('%s', (_, call, args, odd) => {
    const { events } = named(partsOf(bodyOf(`{"content":null,"tool_calls":[${call}]}`, '"tool_calls"')), 'call');
    expect(events).toContainEqual({ type: 'call-end', choice: 0, key: '0/0', arguments: args });
    expect(events.flatMap((event) => (event.type === 'oddity' ? [event.change] : []))).toEqual(odd);
  });
  it.each(['{"object":"list","data":[]}', '[]', '{', ''])('is undefined for %s', (body) => {
    expect(openAiChatCodec.decodeBody(body)).toBeUndefined();
  });
  it('an error beside choices that only say so', () => {
    const body = '{"choices":[{"index":0,"message":{"content":"x"},"finish_reason":"error"}],"error":{"message":"m","code":502}}';
    const told = partsOf(body).flatMap((part) => part.events.filter((event) => event.type === 'upstream-error'));
    expect(told).toEqual([{ type: 'upstream-error', message: 'm', code: '502' }]);
  });
  it('an error under 200', () => {
    expect(partsOf('{"error":{"message":"m","code":"c"}}')[0]?.events).toEqual([{ type: 'upstream-error', message: 'm', code: 'c' }]);
  });
});

describe('createBodyEncoder', () => {
  const both = bodyOf(
    `{"role":"assistant","content":"one two","tool_calls":[${CALL},${CALL.replace('"a"', '"b"')}],"vendor":[1, 2]}`,
    '"stop"',
  );
  it('an unchanged body is the same text, also when its text left in parts', () => {
    expect(run(both, () => false)).toEqual({ body: both, changed: false });
    const inParts = run(both, (encoder, each) => {
      if (each.frame.event !== 'text') return false;
      encoder.edit(each, part('one ', true, false));
      encoder.edit(each, part('two', false, true));
      return true;
    });
    expect(inParts).toEqual({ body: both, changed: false });
  });
  it('recovers: text cut, call added, finish corrected, all else as it was', () => {
    const body = bodyOf('{"role":"assistant","content":"ok <call>","vendor":[1, 2]}', '"stop"');
    const out = run(body, (encoder, each) => {
      if (each.frame.event === 'text') encoder.edit(each, part('ok ', true, true));
      else if (each.frame.event === 'finish') {
        encoder.calls(0, [{ id: 'x', name: 'f', arguments: '{"n": 12345678901234567890}' }]);
        encoder.edit(each, { finish: 'calls' });
      } else return false;
      return true;
    });
    const added = '{"id":"x","type":"function","function":{"name":"f","arguments":"{\\"n\\": 12345678901234567890}"}}';
    const expected = bodyOf(`{"role":"assistant","content":"ok ","vendor":[1, 2],"tool_calls":[${added}]}`, '"tool_calls"').replace(
      '{"n": 1}',
      'null',
    );
    expect(JSON.parse(out.body)).toEqual(JSON.parse(expected));
    expect(out.body).toContain('"big": 12345678901234567890');
  });
  it('text wholly gone beside a call is null', () => {
    const out = run(both, (encoder, each) => {
      if (each.frame.event !== 'text') return false;
      encoder.drop(each);
      return true;
    });
    expect(JSON.parse(out.body).choices[0].message.content).toBeNull();
  });
  it('a dropped call goes, the other keeps its bytes', () => {
    const out = run(both, (encoder, each) => {
      if (!each.events.some((event) => event.type === 'call-start' && event.key === '0/0')) return false;
      encoder.edit(each, { dropCalls: new Set(['0/0']) });
      return true;
    });
    expect(out.body).toContain(`"tool_calls":[${CALL.replace('"a"', '"b"')}]`);
  });
  it('a healed call stands at the place of the original', () => {
    const out = run(both, (encoder, each) => {
      if (!each.events.some((event) => event.type === 'call-start' && event.key === '0/0')) return false;
      encoder.calls(0, [{ id: 'a', name: 'f', arguments: '{}' }]);
      encoder.edit(each, { dropCalls: new Set(['0/0']) });
      return true;
    });
    expect(
      JSON.parse(out.body).choices[0].message.tool_calls.map(
        (call: { id: string; function: { arguments: string } }) => call.id + call.function.arguments,
      ),
    ).toEqual(['a{}', 'b{"n": 12345678901234567890}']);
  });
  it('a second body goes under the first one’s head, usage summed', () => {
    const encoder = openAiChatCodec.createBodyEncoder(both);
    for (const each of partsOf(both)) encoder.drop(each);
    encoder.continueReply({ dropReasoning: true, firstUsage: { input: 2, output: 3 } });
    const second = bodyOf('{"role":"assistant","content":"new","reasoning_content":"r"}', '"stop"').replace('"c1"', '"c2"');
    for (const each of partsOf(second)) encoder.pass(each);
    encoder.close(undefined);
    const out = JSON.parse(encoder.body());
    expect(out).toMatchObject({
      id: 'c1',
      choices: [{ message: { content: 'new' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2, completion_tokens: 6, total_tokens: 8 },
    });
    expect(out.choices[0].message.reasoning_content).toBeUndefined();
    expect(out.choices[0].message.tool_calls).toBeUndefined();
  });
  it('what left of the first reply stays in front', () => {
    const first = bodyOf('{"role":"assistant","content":"one <bad"}', '"stop"');
    const encoder = openAiChatCodec.createBodyEncoder(first);
    const parts = partsOf(first);
    encoder.pass(named(parts, 'start'));
    encoder.edit(named(parts, 'text'), part('one ', true, false));
    encoder.continueReply({ dropReasoning: false, firstUsage: { input: 2, output: undefined } });
    for (const each of partsOf(bodyOf('{"role":"assistant","content":"two"}', '"stop"'))) encoder.pass(each);
    expect(JSON.parse(encoder.body()).choices[0].message.content).toBe('one two');
  });
  it('a missing finish is written where calls are', () => {
    const body = bodyOf(`{"content":null,"tool_calls":[${CALL}]}`, 'null');
    const encoder = openAiChatCodec.createBodyEncoder(body);
    for (const each of partsOf(body)) encoder.pass(each);
    encoder.close('calls');
    expect(JSON.parse(encoder.body()).choices[0].finish_reason).toBe('tool_calls');
  });
});

describe('encodeError', () => {
  it('tells clients not to retry what a retry can’t fix', () => {
    const error = { code: 'signalbox_loop', status: 400, message: 'm', retryable: false } as const;
    expect(openAiChatCodec.encodeError(error)).toEqual({
      status: 400,
      headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
      body: '{"error":{"message":"m","type":"invalid_request_error","param":null,"code":"signalbox_loop"}}',
    });
    expect(openAiChatCodec.encodeError({ ...error, retryable: true }).headers).toEqual({ 'content-type': 'application/json' });
  });
});
