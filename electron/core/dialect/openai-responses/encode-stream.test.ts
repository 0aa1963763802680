import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../shared/json.ts';
import { readResponsesStrictly } from '../../testing/read-responses-strictly.ts';
import { frameOf, responsesEvents, type ScriptedItem, sourcedOf, wireText } from '../../testing/responses-stream.ts';
import type { Sourced, TurnEvent } from '../../turn/turn-event.ts';
import type { FrameEdit, GatewayError, OutChunk, ReplyEncoder } from '../dialect.ts';
import { openAiResponsesCodec as codec } from './codec.ts';

const error: GatewayError = { code: 'signalbox_cut', status: 502, message: 'cut', retryable: true };
const message = (...deltas: string[]): ScriptedItem => ({ type: 'message', deltas });
const call = (id: string, ...deltas: string[]): ScriptedItem => ({ type: 'function_call', id, name: 'run', deltas });
const reasoning = (...deltas: string[]): ScriptedItem => ({ type: 'reasoning', deltas, encrypted: 'enc' });

const read = (events: readonly JsonObject[]): Sourced[] => sourcedOf(codec.createDecoder(), events);
const textIn = (sourced: Sourced): string => sourced.events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
const ends = (sourced: Sourced): boolean => sourced.events.some((event) => event.type === 'finish');
const pass = (encoder: ReplyEncoder, frames: readonly Sourced[]): OutChunk[] => frames.map((frame) => encoder.pass(frame));

/** Plays frames; `act` answers undefined where a frame passes. */
function play(
  events: readonly JsonObject[],
  act: (sourced: Sourced, encoder: ReplyEncoder) => readonly OutChunk[] | undefined,
): { wire: string; encoder: ReplyEncoder } {
  const encoder = codec.createStreamEncoder();
  const chunks = read(events).flatMap((sourced) => act(sourced, encoder) ?? [encoder.pass(sourced)]);
  return { wire: wireText(chunks), encoder };
}
const strict = (wire: string) => {
  const reply = readResponsesStrictly(wire);
  expect(reply.faults).toEqual([]);
  return reply;
};
/** Only the text in `keep` leaves. */
const keepText =
  (keep: string) =>
  (sourced: Sourced, encoder: ReplyEncoder): readonly OutChunk[] | undefined => {
    const text = textIn(sourced);
    if (text === '' || keep.includes(text)) return undefined;
    const part = text.slice(0, text.indexOf('<') < 0 ? 0 : text.indexOf('<'));
    return [encoder.edit(sourced, { text: { choice: 0, part, first: true, last: true } })];
  };

const script = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('message' as const), deltas: fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }) }),
    fc.record({
      type: fc.constant('reasoning' as const),
      deltas: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
      encrypted: fc.option(fc.string(), { nil: undefined }),
    }),
    fc.record({
      type: fc.constant('function_call' as const),
      id: fc.uuid(),
      name: fc.constant('run'),
      deltas: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    }),
    fc.record({
      type: fc.constant('custom_tool_call' as const),
      id: fc.uuid(),
      name: fc.constant('patch'),
      deltas: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    }),
  ),
  { maxLength: 5 },
);

describe('pass', () => {
  it('hands every frame back as its own bytes', () => {
    fc.assert(
      fc.property(script, (items) => {
        const encoder = codec.createStreamEncoder();
        for (const sourced of read(responsesEvents(items))) {
          expect(sourced.events.filter((event) => event.type === 'oddity')).toEqual([]);
          expect(encoder.pass(sourced)).toBe(sourced.frame.raw);
        }
        expect(encoder.changed).toBe(false);
        expect(encoder.close(undefined)).toBe('');
      }),
    );
  });
  it('leaves frames behind a keep-alive as they are', () => {
    const events = responsesEvents([message('a', 'b')]);
    const encoder = codec.createStreamEncoder();
    expect(encoder.keepAlive()).toBe('');
    const chunks = read(events).flatMap((sourced) => [encoder.pass(sourced), encoder.keepAlive()]);
    expect(chunks.filter((chunk) => typeof chunk !== 'string')).toHaveLength(events.length);
    const alive = chunks.filter((chunk) => typeof chunk === 'string' && chunk !== '');
    expect(alive).toHaveLength(events.length - 1);
    expect(alive[0]).toContain(
      'event: response.in_progress\ndata: {"type":"response.in_progress","sequence_number":0,"response":{"id":"resp_1"',
    );
    expect(encoder.changed).toBe(false);
    strict(wireText(chunks));
  });
});

describe('a leaked call', () => {
  const events = responsesEvents([reasoning('hm'), message('Let me. ', 'so <tool', '_call>x')]);
  const newCall = { id: 'call_9', name: 'run', arguments: '{"n": 1.0}' };

  it('leaves the text and becomes a native call everywhere', () => {
    const { wire } = play(events, (sourced, encoder) => {
      if (ends(sourced)) return [encoder.calls(0, [newCall]), encoder.edit(sourced, { finish: 'calls' })];
      return keepText('Let me. ')(sourced, encoder);
    });
    const reply = strict(wire);
    expect(reply).toMatchObject({ text: 'Let me. so ', reasoning: 'hm', terminal: 'response.completed', calls: [newCall] });
    expect(wire).not.toContain('<tool');
    expect(wire).toContain('"metadata":{"b":1,"a":2}');
    expect(wire).toContain('"phase":"final_answer"');
    expect(reply.response['usage']).toEqual({ input_tokens: 11, output_tokens: 7, total_tokens: 18 });
  });
  it('takes its empty message with it when its frames are dropped', () => {
    const only = responsesEvents([message('<tool_call>', 'x')]);
    const { wire } = play(only, (sourced, encoder) => {
      if (ends(sourced)) return [encoder.calls(0, [newCall, { ...newCall, id: 'call_10' }]), encoder.pass(sourced)];
      if (sourced.events.length === 0 || !sourced.events.every((event) => event.type.startsWith('text-'))) return undefined;
      encoder.drop(sourced);
      return [];
    });
    const reply = strict(wire);
    expect(reply.text).toBe('');
    expect(reply.calls).toHaveLength(2);
    expect(wire).not.toContain('"type":"message"');
  });
  it('may leave in parts of one delta', () => {
    const { wire } = play(responsesEvents([message('abcdef')]), (sourced, encoder) => {
      if (textIn(sourced) === '') return undefined;
      const part = (text: string, first: boolean, last: boolean): FrameEdit => ({ text: { choice: 0, part: text, first, last } });
      return [
        encoder.edit(sourced, part('ab', true, false)),
        encoder.edit(sourced, part('', false, false)),
        encoder.edit(sourced, part('cd', false, true)),
      ];
    });
    expect(strict(wire).text).toBe('abcd');
    expect(wire).not.toContain('"token":"abcdef"');
  });
});

describe('native calls', () => {
  const events = responsesEvents([
    message('hi'),
    call('c1', '{"a"', ':1}'),
    call('c2', '{}'),
    { type: 'custom_tool_call', id: 'c3', name: 'patch', deltas: ['raw'] },
  ]);
  const keyOf = (id: string): string => {
    const starts = read(events).flatMap((sourced) => sourced.events.filter((event) => event.type === 'call-start'));
    return starts.find((event) => event.id === id)?.key ?? '';
  };
  it('that are dropped leave no trace', () => {
    const dropCalls = new Set([keyOf('c1')]);
    const { wire } = play(events, (sourced, encoder) => [encoder.edit(sourced, { dropCalls })]);
    const reply = strict(wire);
    expect(reply.calls.map((each) => each.id)).toEqual(['c2']);
    expect(wire).not.toContain('c1');
    expect((reply.response['output'] as unknown[]).length).toBe(3);
  });
  it('that are replaced stand in the place of the old one', () => {
    const key = keyOf('c1');
    const dropCalls = new Set([key]);
    let written = false;
    const { wire } = play(events, (sourced, encoder) => {
      const first = !written && sourced.events.some((event: TurnEvent) => event.type === 'call-start' && event.key === key);
      const before = first ? [encoder.calls(0, [{ id: 'c1', name: 'run', arguments: '{"a":2}' }])] : [];
      written ||= first;
      return [...before, encoder.edit(sourced, { dropCalls })];
    });
    expect(strict(wire).calls).toEqual([
      { id: 'c1', name: 'run', arguments: '{"a":2}' },
      { id: 'c2', name: 'run', arguments: '{}' },
    ]);
  });
});

describe('endings', () => {
  const events = responsesEvents([message('hello'), call('c1', '{"a":1}')]);
  it.each(events.map((event, index) => [index, event['type']] as const))('cut before event %i (%s): an error ends it', (index) => {
    const encoder = codec.createStreamEncoder();
    const wire = wireText([
      ...pass(encoder, read(events.slice(0, index))),
      encoder.error(error),
      encoder.error(error),
      encoder.close(undefined),
    ]);
    const reply = strict(wire);
    expect(reply.terminal).toBe('response.failed');
    expect(reply.response['error']).toEqual({ code: 'server_error', message: 'cut', type: 'signalbox_cut' });
  });
  it('says to agents when not to try again', () => {
    const wire = wireText([codec.createStreamEncoder().error({ ...error, retryable: false })]);
    expect(strict(wire).response['error']).toMatchObject({ code: 'invalid_prompt' });
  });
  it('adds what is missing', () => {
    const encoder = codec.createStreamEncoder();
    const cut = events.findIndex((event) => event['type'] === 'response.output_text.done');
    const reply = strict(wireText([...pass(encoder, read(events.slice(0, cut))), encoder.close('length')]));
    expect(reply).toMatchObject({
      text: 'hello',
      terminal: 'response.incomplete',
      response: { incomplete_details: { reason: 'max_output_tokens' } },
    });
  });
  it('closes a call whose arguments are whole, never one whose are not', () => {
    for (const [until, calls] of [
      ['response.function_call_arguments.done', 0],
      ['response.output_item.done', 1],
    ] as const) {
      const encoder = codec.createStreamEncoder();
      const cut = events.findLastIndex((event) => event['type'] === until);
      const reply = readResponsesStrictly(wireText([...pass(encoder, read(events.slice(0, cut))), encoder.close(undefined)]));
      expect(reply.calls).toHaveLength(calls);
    }
  });
  it('begins a new line behind a frame without its blank line', () => {
    const encoder = codec.createStreamEncoder();
    const [created] = read(events);
    if (created === undefined) throw new Error('no frame');
    const raw = created.frame.raw.slice(0, -2);
    expect(wireText([encoder.pass({ ...created, frame: { ...created.frame, raw } }), encoder.error(error)])).toContain(
      '}}\n\nevent: response.failed',
    );
  });
});

describe('a continued reply', () => {
  const first = responsesEvents([reasoning('r1'), message('one ')]);
  const second = responsesEvents([reasoning('r2'), message('two'), call('c1', '{}')], {
    id: 'resp_2',
    model: 'n',
    usage: { input_tokens: 20, output_tokens: 3, total_tokens: 23 },
  }).map((event) => (event['type'] === 'response.created' ? { ...event, response: { id: 'resp_2' } } : event));
  it.each([true, false])('is one reply with the first identity (dropReasoning %s)', (dropReasoning) => {
    const encoder = codec.createStreamEncoder();
    const chunks = pass(
      encoder,
      read(first)
        .filter((sourced) => !ends(sourced))
        .slice(0, -1),
    );
    encoder.continueReply({ dropReasoning, firstUsage: { input: 11, output: 7 } });
    const reply = strict(wireText([...chunks, ...pass(encoder, read(second))]));
    expect(reply).toMatchObject({ text: 'one two', reasoning: dropReasoning ? 'r1' : 'r1r2', terminal: 'response.completed' });
    expect(reply.response).toMatchObject({
      id: 'resp_1',
      model: 'm',
      created_at: 17,
      usage: { input_tokens: 20, output_tokens: 10, total_tokens: 30 },
    });
    expect(reply.calls).toHaveLength(1);
  });
  it('may begin before anything was sent', () => {
    const encoder = codec.createStreamEncoder();
    for (const sourced of read(first)) encoder.drop(sourced);
    encoder.continueReply({ dropReasoning: false, firstUsage: { input: 11, output: 7 } });
    const reply = strict(wireText(pass(encoder, read(second))));
    expect(reply).toMatchObject({ text: 'two', reasoning: 'r2', response: { id: 'resp_1' } });
  });
  it('may end with the original text', () => {
    const encoder = codec.createStreamEncoder();
    for (const sourced of read(first)) encoder.drop(sourced);
    const reply = strict(wireText([encoder.text(0, 'one '), encoder.text(0, 'more'), encoder.close('stop')]));
    expect(reply).toMatchObject({ text: 'one more', terminal: 'response.completed', response: { id: 'resp_1' } });
  });
});

describe('oddities are mended', () => {
  const healthy = responsesEvents([message('ab', 'c'), call('c1', '{}')]);
  const without = (...names: string[]) =>
    healthy.map((event) => Object.fromEntries(Object.entries(event).filter(([key]) => !names.includes(key))));
  const leaveOut = (...types: string[]) => healthy.filter((event) => !types.includes(String(event['type'])));
  const table: [string, JsonObject[]][] = [
    ['no created', leaveOut('response.created', 'response.in_progress')],
    ['no item added', leaveOut('response.output_item.added')],
    ['no part added', leaveOut('response.content_part.added')],
    ['no item done', leaveOut('response.output_item.done')],
    [
      'no deltas, no dones',
      leaveOut(
        'response.output_text.delta',
        'response.output_text.done',
        'response.content_part.done',
        'response.function_call_arguments.delta',
        'response.function_call_arguments.done',
      ),
    ],
    ['only the terminal', leaveOut(...new Set(healthy.slice(2, -1).map((event) => String(event['type']))))],
    ['no output_index', without('output_index')],
    ['no item_id', without('item_id')],
    ['one output_index for all', healthy.map((event) => ('output_index' in event ? { ...event, output_index: 0 } : event))],
    ['a new item_id every time', healthy.map((event, index) => ('item_id' in event ? { ...event, item_id: `x${index}` } : event))],
    ['sequence never rises', healthy.map((event) => ({ ...event, sequence_number: 0 }))],
    [
      'empty output',
      healthy.map((event) =>
        event['type'] === 'response.completed' ? { ...event, response: { ...(event['response'] as JsonObject), output: [] } } : event,
      ),
    ],
    ['every item done twice', healthy.flatMap((event) => (event['type'] === 'response.output_item.done' ? [event, event] : [event]))],
    [
      'a call done again with another status',
      healthy.flatMap((event) =>
        event['type'] === 'response.output_item.done'
          ? [event, { ...event, item: { ...(event['item'] as JsonObject), status: 'in_progress' } }]
          : [event],
      ),
    ],
    [
      'items that are none',
      healthy.flatMap((event) => (event['type'] === 'response.output_item.added' ? [{ ...event, item: 7 }, event] : [event])),
    ],
    [
      'a start without a type',
      healthy.map((event) => (event['type'] === 'response.output_item.added' ? { ...event, item: { id: 'x' } } : event)),
    ],
    ['a start that is no item', healthy.map((event) => (event['type'] === 'response.output_item.added' ? { ...event, item: 7 } : event))],
    ['text done differs', healthy.map((event) => (event['type'] === 'response.output_text.done' ? { ...event, text: 'abcd' } : event))],
  ];
  it.each(table)('%s', (_name, events) => {
    const { wire, encoder } = play(events, () => undefined);
    const reply = strict(wire);
    expect(reply.text).toMatch(/^abcd?$/);
    expect(reply.calls).toEqual([{ id: 'c1', name: 'run', arguments: '{}' }]);
    expect(encoder.changed).toBe(true);
  });
  it.each([0, 1, 5, 9])('a [DONE] in front of the end, behind %i events, does not leave', (at) => {
    const decoder = codec.createDecoder();
    const encoder = codec.createStreamEncoder();
    const raw = new TextEncoder().encode('data: [DONE]\n\n');
    const frames = healthy.map(frameOf);
    frames.splice(at, 0, { event: '', data: '[DONE]', raw });
    const chunks = [...frames, { event: '', data: '[DONE]', raw }].map((frame) => encoder.pass({ frame, events: decoder.push(frame) }));
    const wire = wireText(chunks);
    expect(wire.indexOf('[DONE]')).toBe(wire.length - '[DONE]\n\n'.length);
    expect(strict(wire.replace('data: [DONE]\n\n', '')).text).toBe('abc');
  });
  it('two calls that differ in nothing but their id stay two', () => {
    const two = responsesEvents([call('c1', '{}'), call('c2', '{}')]);
    expect(strict(play(two, () => undefined).wire).calls).toHaveLength(2);
  });
  it('arguments sent as an object keep their bytes', () => {
    const data =
      '{"type":"response.output_item.done","sequence_number":9,"output_index":0,"item":{"id":"f","type":"function_call","call_id":"c","name":"run","arguments":{"n": 1.0}}}';
    const decoder = codec.createDecoder();
    const encoder = codec.createStreamEncoder();
    const frames = [
      ...responsesEvents([]).slice(0, 2).map(frameOf),
      { event: 'response.output_item.done', data, raw: new TextEncoder().encode(`data: ${data}\n\n`) },
    ];
    const chunks = frames.map((frame) => encoder.pass({ frame, events: decoder.push(frame) }));
    expect(strict(wireText([...chunks, encoder.close(undefined)])).calls).toEqual([{ id: 'c', name: 'run', arguments: '{"n": 1.0}' }]);
  });
});

describe('whatever is done to it', () => {
  it('stays a valid reply', () => {
    const act = fc.constantFrom('pass', 'drop', 'half', 'alive', 'text');
    fc.assert(
      fc.property(script, fc.array(act, { minLength: 1, maxLength: 30 }), fc.boolean(), (items, acts, cut) => {
        const encoder = codec.createStreamEncoder();
        const frames = read(responsesEvents(items));
        const chunks: OutChunk[] = [];
        const dropCalls = new Set<string>();
        for (const [index, sourced] of (cut ? frames.slice(0, -1) : frames).entries()) {
          const what = index < 2 ? 'pass' : acts[index % acts.length];
          const text = textIn(sourced);
          if (what === 'alive') chunks.push(encoder.keepAlive());
          if (what === 'text') chunks.push(encoder.text(0, 'own'));
          for (const event of sourced.events) if (event.type === 'call-start' && what === 'half') dropCalls.add(event.key);
          if (what === 'drop' && text !== '') encoder.drop(sourced);
          else if (what === 'half' && text !== '')
            chunks.push(encoder.edit(sourced, { text: { choice: 0, part: text.slice(1), first: true, last: true } }));
          else chunks.push(dropCalls.size > 0 ? encoder.edit(sourced, { dropCalls }) : encoder.pass(sourced));
        }
        chunks.push(encoder.close(undefined));
        strict(wireText(chunks));
      }),
      { numRuns: 500 },
    );
  });
});
