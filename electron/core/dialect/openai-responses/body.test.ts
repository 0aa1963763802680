import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { responsesEvents, type ScriptedItem } from '../../testing/responses-stream.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import { openAiResponsesCodec as codec } from './codec.ts';

const bodyOf = (items: readonly ScriptedItem[], indent?: number): string =>
  JSON.stringify(responsesEvents(items).at(-1)?.['response'], null, indent);
const decode = (raw: string): readonly Sourced[] => {
  const frames = codec.decodeBody(raw);
  if (frames === undefined) throw new Error('not a reply');
  return frames;
};
const textIn = (sourced: Sourced): string => sourced.events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
const ends = (sourced: Sourced): boolean => sourced.events.some((event) => event.type === 'finish');
const parse = (raw: string) => JSON.parse(raw) as JsonObject;

describe('a JSON body', () => {
  it.each([undefined, 2])('comes back as the same text (indent %s)', (indent) => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.record({ type: fc.constant('message' as const), deltas: fc.array(fc.string()) }),
            fc.record({ type: fc.constant('reasoning' as const), deltas: fc.array(fc.string()) }),
          ),
          { maxLength: 4 },
        ),
        (items) => {
          const raw = bodyOf(items, indent);
          const encoder = codec.createBodyEncoder(raw);
          for (const sourced of decode(raw)) expect(encoder.pass(sourced)).toBe('');
          expect(encoder.close(undefined)).toBe('');
          expect(encoder.body()).toBe(raw);
          expect(encoder.changed).toBe(false);
        },
      ),
    );
  });
  it('says what a stream would say', () => {
    const raw = bodyOf([
      { type: 'reasoning', deltas: ['r'] },
      { type: 'message', deltas: ['hi'] },
      { type: 'function_call', id: 'c1', name: 'run', deltas: ['{"a": 1.0}'] },
    ]);
    const told = decode(raw)
      .flatMap((sourced) => sourced.events)
      .filter((event) => !('text' in event) || event.text !== '');
    expect(told.map((event) => event.type)).toEqual([
      'turn-start',
      'reasoning-delta',
      'text-start',
      'text-delta',
      'text-end',
      'call-start',
      'call-end',
      'usage',
      'finish',
      'turn-end',
    ]);
    expect(told.find((event) => event.type === 'call-end')).toMatchObject({ arguments: '{"a": 1.0}' });
  });
  it.each([undefined, 1])('loses a leak and gains a call, all else byte for byte (indent %s)', (indent) => {
    const raw = bodyOf(
      [
        { type: 'reasoning', deltas: ['r'], encrypted: 'e' },
        { type: 'message', deltas: ['ok <tool_call>x'] },
      ],
      indent,
    );
    const encoder = codec.createBodyEncoder(raw);
    for (const sourced of decode(raw)) {
      if (ends(sourced)) {
        encoder.calls(0, [{ id: 'call_1', name: 'run', arguments: '{"n": 1.0}' }]);
        encoder.edit(sourced, { finish: 'calls' });
      } else if (textIn(sourced) !== '') encoder.edit(sourced, { text: { choice: 0, part: 'ok ', first: true, last: true } });
      else encoder.pass(sourced);
    }
    const body = encoder.body();
    const before = parse(raw);
    const after = parse(body);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(after).toMatchObject({
      status: 'completed',
      output: [
        (before['output'] as JsonObject[])[0] ?? {},
        { type: 'message', phase: 'final_answer', content: [{ text: 'ok ', logprobs: [] }] },
        { type: 'function_call', call_id: 'call_1', name: 'run', arguments: '{"n": 1.0}' },
      ],
    });
    expect(body.startsWith(raw.slice(0, raw.indexOf('output') - 1))).toBe(true);
  });
  it('loses a dropped call, and a message of which nothing is left', () => {
    const raw = bodyOf([
      { type: 'message', deltas: ['<x>'] },
      { type: 'function_call', id: 'c1', name: 'run', deltas: ['{'] },
      { type: 'function_call', id: 'c2', name: 'run', deltas: ['{"n": 1.0}'] },
    ]);
    const encoder = codec.createBodyEncoder(raw);
    for (const sourced of decode(raw)) {
      if (sourced.events.length > 0 && sourced.events.every((event) => event.type.startsWith('text-'))) encoder.drop(sourced);
      else encoder.edit(sourced, { dropCalls: new Set(['1']) });
    }
    const { output } = parse(encoder.body());
    expect(output).toEqual([
      { id: 'fun_2', type: 'function_call', status: 'completed', arguments: '{"n": 1.0}', call_id: 'c2', name: 'run' },
    ]);
  });
  it('continues with a second reply', () => {
    const first = bodyOf([{ type: 'message', deltas: ['bad'] }]);
    const second = JSON.stringify({ ...parse(bodyOf([{ type: 'message', deltas: ['good'] }])), id: 'resp_2', created_at: 99 });
    const encoder = codec.createBodyEncoder(first);
    for (const sourced of decode(first)) encoder.drop(sourced);
    encoder.continueReply({ dropReasoning: false, firstUsage: { input: 11, output: 7 } });
    for (const sourced of decode(second)) encoder.pass(sourced);
    encoder.close(undefined);
    expect(parse(encoder.body())).toMatchObject({
      id: 'resp_1',
      created_at: 17,
      output: [{ content: [{ text: 'good' }] }],
      usage: { input_tokens: 11, output_tokens: 14, total_tokens: 25 },
    });
  });
  it.each(['', '{', '[]', 'null', '{"object":"list","output":[]}', '{"status":"queued","output":[]}', '{"output":[]} x', '{"output":{}}'])(
    'invalid %s',
    (raw) => {
      expect(codec.decodeBody(raw)).toBeUndefined();
    },
  );
  it('that is an error object and nothing else says so', () => {
    const frames = codec.decodeBody('{"error":{"message":"m","code":"server_error"}}');
    expect(frames?.map((frame) => frame.events)).toEqual([[{ type: 'upstream-error', message: 'm', code: 'server_error' }]]);
  });
  it('that failed says so', () => {
    const frames = decode('{"object":"response","status":"failed","error":{"code":"server_error","message":"m"},"output":[]}');
    expect(frames.at(-1)?.events).toEqual([{ type: 'upstream-error', message: 'm', code: 'server_error' }, { type: 'turn-end' }]);
  });
});

describe('encodeError', () => {
  it('is the dialect’s error', () => {
    const made = codec.encodeError({ code: 'signalbox_loop', status: 400, message: 'm', retryable: false });
    expect(made).toEqual({
      status: 400,
      headers: { 'content-type': 'application/json', 'x-should-retry': 'false' },
      body: '{"error":{"message":"m","type":"invalid_request_error","code":"signalbox_loop","param":null}}',
    });
    expect(codec.encodeError({ code: 'signalbox_cut', status: 502, message: 'm', retryable: true }).headers).toEqual({
      'content-type': 'application/json',
    });
  });
});
