import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMessagesStream } from '../../testing/strict-client.ts';
import { decodeAll, framesOf, passAll, textOfChunk } from '../../testing/wire-frames.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit, ReplyEncoder } from '../dialect.ts';
import { anthropicMessagesCodec } from './codec.ts';

const event = (type: string, members: object = {}): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
const START = event('message_start', { message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9, output_tokens: 1 } } });
const open = (index: number | undefined, block: object): string => event('content_block_start', { index, content_block: block });
const delta = (index: number | undefined, piece: object): string => event('content_block_delta', { index, delta: piece });
const stop = (index?: number): string => event('content_block_stop', { index });
const text = (index: number, words: string): string =>
  open(index, { type: 'text', text: '' }) + delta(index, { type: 'text_delta', text: words }) + stop(index);
const thinking = (index: number): string =>
  open(index, { type: 'thinking', thinking: '' }) +
  delta(index, { type: 'thinking_delta', thinking: 'hm' }) +
  delta(index, { type: 'signature_delta', signature: 's' }) +
  stop(index);
const call = (index: number, id: string, json = '{}'): string =>
  open(index, { type: 'tool_use', id, name: 'f', input: {} }) +
  delta(index, { type: 'input_json_delta', partial_json: json }) +
  stop(index);
const finish = (reason: string, output = 5): string =>
  event('message_delta', { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: output } });
const STOP = event('message_stop');
const sourcesOf = (wire: string): Sourced[] => decodeAll(anthropicMessagesCodec, framesOf(wire));
const start = (wire: string): { encoder: ReplyEncoder; sources: Sourced[] } => ({
  encoder: anthropicMessagesCodec.createStreamEncoder(),
  sources: sourcesOf(wire),
});
const part = (words: string, first: boolean, last: boolean): FrameEdit => ({ text: { choice: 0, part: words, first, last } });
/** Passes every frame but those that `act` writes. */
function run(wire: string, act: (encoder: ReplyEncoder, sourced: Sourced) => string | undefined): { out: string; encoder: ReplyEncoder } {
  const { encoder, sources } = start(wire);
  const out = sources.map((sourced) => act(encoder, sourced) ?? textOfChunk(encoder.pass(sourced))).join('');
  return { out, encoder };
}
const has = (sourced: Sourced, type: string, key?: string): boolean =>
  sourced.events.some((each) => each.type === type && (key === undefined || ('key' in each && each.key === key)));
const recovered = { id: 'toolu_1', name: 'bash', arguments: '{"n": 12345678901234567890}' };

describe('pass', () => {
  const block = fc.oneof(
    fc.string().map((words) => (index: number) => text(index, words)),
    fc.constant(thinking),
    fc.json().map((json) => (index: number) => call(index, `id${index}`, json)),
    fc
      .json()
      .map(
        (json) => (index: number) =>
          `event: content_block_start\ndata: {"type":"content_block_start", "index":${index},"content_block":{"type":"new_kind","v":${json}}}\n\n${stop(index)}`,
      ),
    fc.constant(
      (index: number) => open(index, { type: 'web_search_tool_result', tool_use_id: 'x', content: [] }) + event('ping') + stop(index),
    ),
  );
  it('law of identity: any healthy reply', () => {
    fc.assert(
      fc.property(fc.array(block, { maxLength: 6 }), fc.constantFrom('', ': hi\n\n', event('ping')), (blocks, extra) => {
        const wire = START + extra + blocks.map((make, index) => make(index)).join(extra) + finish('end_turn') + STOP;
        const { encoder, sources } = start(wire);
        for (const sourced of sources) expect(encoder.pass(sourced)).toBe(sourced.frame.raw);
        expect(encoder.changed).toBe(false);
      }),
    );
  });
  it.each<[string, string]>([
    ['index used twice', START + call(0, 'a') + thinking(0) + finish('tool_use') + STOP],
    ['index jumps', START + text(0, 'ok') + call(2, 'a') + text(3, 'x') + finish('tool_use') + STOP],
    [
      'no index',
      START +
        open(0, { type: 'text', text: '' }) +
        delta(undefined, { type: 'text_delta', text: 'ok' }) +
        stop() +
        finish('end_turn') +
        STOP,
    ],
    [
      'no index anywhere',
      START +
        open(undefined, { type: 'text', text: '' }) +
        delta(undefined, { type: 'text_delta', text: 'ok' }) +
        stop() +
        open(undefined, { type: 'text', text: 'x' }) +
        stop() +
        finish('end_turn') +
        STOP,
    ],
    ['no event lines', (START + text(0, 'ok') + finish('end_turn') + STOP).replace(/event: .*\n/g, '')],
    ['wrong event lines', (START + text(0, 'ok') + finish('end_turn') + STOP).replace(/event: .*\n/g, 'event: ping\n')],
    ['no types', (START + text(0, 'ok') + finish('end_turn') + STOP).replace(/"type":"(message|content)_[a-z_]*",?/g, '')],
    ['bad ping', `event: ping\ndata: ""\n\n${START}${text(0, 'ok')}${finish('end_turn')}${STOP}`],
    ['blocks left open', START + open(0, { type: 'text', text: 'ok' }) + open(1, { type: 'text', text: '!' }) + finish('end_turn') + STOP],
    ['text of no block', START + delta(0, { type: 'text_delta', text: 'ok' }) + finish('end_turn') + STOP],
    ['everything twice', START + START + text(0, 'ok') + stop(0) + finish('end_turn') + finish('tool_use') + STOP + STOP],
  ])('mends %s', (_, wire) => {
    const { encoder, sources } = start(wire);
    const view = readMessagesStream(passAll(encoder, sources));
    expect(view.complaints).toEqual([]);
    expect(view.ended).toBe(true);
    expect(encoder.changed).toBe(true);
  });
  it('puts an error into shape', () => {
    const { encoder, sources } = start(`${START}event: error\ndata: {"error":{"message":"m"}}\n\n`);
    expect(passAll(encoder, sources).slice(START.length)).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"api_error","message":"m"}}\n\n',
    );
  });
});

describe('recovery', () => {
  it('prose leaves live, the call takes the place of the markup, usage stays the upstream’s', () => {
    const wire =
      START +
      open(0, { type: 'text', text: '' }) +
      delta(0, { type: 'text_delta', text: 'ok <tool' }) +
      delta(0, { type: 'text_delta', text: '_call>' }) +
      stop(0) +
      finish('end_turn', 77) +
      STOP;
    const { out } = run(wire, (encoder, sourced) => {
      if (has(sourced, 'finish'))
        return (
          textOfChunk(encoder.calls(0, [recovered, { ...recovered, id: 'toolu_2' }])) +
          textOfChunk(encoder.edit(sourced, { finish: 'calls' }))
        );
      const told = sourced.events.find((each) => each.type === 'text-delta');
      return told?.type === 'text-delta'
        ? textOfChunk(encoder.edit(sourced, part(told.text === 'ok <tool' ? 'ok ' : '', true, true)))
        : undefined;
    });
    expect(readMessagesStream(out)).toMatchObject({
      text: 'ok ',
      finish: 'tool_use',
      ended: true,
      output: 77,
      complaints: [],
      calls: [
        { ...recovered, index: 1, closed: true },
        { id: 'toolu_2', index: 2, closed: true },
      ],
    });
  });
  it('a text block of which nothing is left goes; indices close up', () => {
    const { out } = run(START + thinking(0) + text(1, '<call>') + text(2, 'x') + finish('end_turn') + STOP, (encoder, sourced) => {
      if (!sourced.events.some((each) => 'block' in each && each.block === 'block/1'))
        return has(sourced, 'finish')
          ? textOfChunk(encoder.calls(0, [recovered])) + textOfChunk(encoder.edit(sourced, { finish: 'calls' }))
          : undefined;
      encoder.drop(sourced);
      return '';
    });
    expect(readMessagesStream(out)).toMatchObject({ text: 'x', reasoning: 'hm', calls: [{ index: 2 }], complaints: [] });
  });
  it('calls close the open text block, and its own stop then leaves no more', () => {
    const wire =
      START +
      open(0, { type: 'text', text: '' }) +
      delta(0, { type: 'text_delta', text: 'a' }) +
      delta(0, { type: 'text_delta', text: 'b' }) +
      stop(0) +
      finish('end_turn') +
      STOP;
    const { out } = run(wire, (encoder, sourced) =>
      has(sourced, 'text-delta') && sourced.frame.data?.includes('"a"')
        ? textOfChunk(encoder.pass(sourced)) + textOfChunk(encoder.calls(0, [recovered]))
        : undefined,
    );
    expect(readMessagesStream(out)).toMatchObject({ text: 'ab', calls: [{ index: 1 }], complaints: [] });
  });
  it('text in a block’s start leaves in parts', () => {
    const wire = START + open(0, { type: 'text', text: 'abc' }) + stop(0) + finish('end_turn') + STOP;
    const { out } = run(wire, (encoder, sourced) =>
      has(sourced, 'text-delta')
        ? [part('a', true, false), part('b', false, false), part('', false, true)]
            .map((edit) => textOfChunk(encoder.edit(sourced, edit)))
            .join('')
        : undefined,
    );
    expect(readMessagesStream(out)).toMatchObject({ text: 'ab', complaints: [] });
  });
  it('text of Signalbox’s own joins the open block or opens one', () => {
    const { out } = run(START + text(0, 'a') + finish('end_turn') + STOP, (encoder, sourced) =>
      has(sourced, 'finish')
        ? textOfChunk(encoder.text(0, 'b')) + textOfChunk(encoder.text(0, 'c')) + textOfChunk(encoder.pass(sourced))
        : undefined,
    );
    expect(readMessagesStream(out)).toMatchObject({ text: 'abc', complaints: [] });
  });
});

describe('native calls', () => {
  const wire = START + call(0, 'a') + call(1, 'b', '{"x"') + text(2, 't') + call(3, 'c') + finish('tool_use') + STOP;
  it.each<[string, string[], string[]]>([
    ['dropped', [], ['0 a {}', '2 c {}']],
    ['healed in place', ['b'], ['0 a {}', '1 b {"x": 1}', '3 c {}']],
    ['split', ['b', 'b2'], ['0 a {}', '1 b {"x": 1}', '2 b2 {"x": 1}', '4 c {}']],
  ])('%s', (_, ids, expected) => {
    const drop = { dropCalls: new Set(['block/1']) };
    const { out } = run(wire, (encoder, sourced) => {
      if (!sourced.events.some((each) => 'key' in each && each.key === 'block/1')) return undefined;
      const written = has(sourced, 'call-start')
        ? textOfChunk(
            encoder.calls(
              0,
              ids.map((id) => ({ id, name: 'f', arguments: '{"x": 1}' })),
            ),
          )
        : '';
      return written + textOfChunk(encoder.edit(sourced, drop));
    });
    const view = readMessagesStream(out);
    expect(view.complaints).toEqual([]);
    expect(view.calls.map((each) => `${each.index} ${each.id} ${each.arguments}`)).toEqual(expected);
  });
  it('a call that the next block ends is dropped without that block', () => {
    const odd =
      START +
      open(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }) +
      delta(0, { type: 'input_json_delta', partial_json: '{}' }) +
      text(1, 't') +
      finish('end_turn') +
      STOP;
    const { out } = run(odd, (encoder, sourced) => textOfChunk(encoder.edit(sourced, { dropCalls: new Set(['block/0']) })));
    expect(readMessagesStream(out)).toMatchObject({ text: 't', calls: [], complaints: [] });
  });
  it('arguments of no block do not leave', () => {
    const lost = delta(7, { type: 'input_json_delta', partial_json: '{"x":1}' });
    const rest = call(0, 'a') + finish('tool_use') + STOP;
    expect(run(START + lost + rest, () => undefined).out).toBe(START + rest);
  });
  it('unknown members and order of a moved frame survive', () => {
    const odd = `event: content_block_start\ndata: {"vendor":12345678901234567890, "index":1, "type":"content_block_start","content_block":{"type":"text","text":""}}\n\n`;
    const { encoder, sources } = start(START + call(0, 'a') + odd);
    encoder.pass(sources[0] as Sourced);
    for (const sourced of sources.slice(1, 4)) encoder.drop(sourced);
    expect(textOfChunk(encoder.pass(sources[4] as Sourced))).toBe(odd.replace('"index":1', '"index":0'));
  });
});

describe('a second reply', () => {
  it.each([true, false])('continues the first; its thinking goes when a signed block was delivered: %s', (dropReasoning) => {
    const first = START + thinking(0) + open(1, { type: 'text', text: '' }) + delta(1, { type: 'text_delta', text: 'a' });
    const { encoder, sources } = start(first + call(2, 'bad', '{'));
    let out = passAll(encoder, sources.slice(0, 7));
    for (const sourced of sources.slice(7)) encoder.drop(sourced);
    encoder.continueReply({ dropReasoning, firstUsage: { input: 9, output: 100 } });
    const second =
      START.replace('msg_1', 'msg_2').replace(':9', ':30') + thinking(0) + text(1, 'b') + call(2, 'good') + finish('tool_use', 5) + STOP;
    out += sourcesOf(second)
      .map((sourced) => textOfChunk(encoder.pass(sourced)))
      .join('');
    expect(out).not.toContain('msg_2');
    expect(out).toContain('"usage":{"output_tokens":105,"input_tokens":30}');
    expect(readMessagesStream(out)).toMatchObject({
      text: 'ab',
      reasoning: dropReasoning ? 'hm' : 'hmhm',
      finish: 'tool_use',
      ended: true,
      complaints: [],
      calls: [{ id: 'good', index: dropReasoning ? 3 : 4, closed: true }],
    });
  });
});

describe('ends and signs of life', () => {
  it.each<[string, string, string, string]>([
    ['in a block', START + open(0, { type: 'text', text: 'a' }), 'stop', 'end_turn'],
    ['behind a block', START + call(0, 'a'), 'calls', 'tool_use'],
    ['behind the finish', START + text(0, 'a') + finish('max_tokens'), 'stop', 'max_tokens'],
  ] as const)('close %s', (_, wire, reason, word) => {
    const { encoder, sources } = start(wire);
    const out = passAll(encoder, sources) + textOfChunk(encoder.close(reason as 'stop'));
    expect(readMessagesStream(out)).toMatchObject({ finish: word, ended: true, complaints: [] });
    expect(encoder.close('stop')).toBe('');
  });
  it('close leaves a whole stream alone', () => {
    const { encoder, sources } = start(START + text(0, 'a') + finish('end_turn') + STOP);
    passAll(encoder, sources);
    expect(encoder.close('stop')).toBe('');
    expect(encoder.changed).toBe(false);
  });
  it.each<[string, string, string]>([
    ['before the start', '', ''],
    ['no block', START, event('ping') + event('message_delta', { delta: {}, usage: { output_tokens: 0 } })],
    ['in text', START + open(0, { type: 'text', text: '' }), delta(0, { type: 'text_delta', text: '' })],
    ['in thinking', START + open(0, { type: 'thinking', thinking: '' }), delta(0, { type: 'thinking_delta', thinking: '' })],
    [
      'in a call',
      START + open(0, { type: 'tool_use', id: 'a', name: 'f', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '' }),
    ],
    ['in a block without deltas', START + open(0, { type: 'redacted_thinking', data: '' }), event('ping')],
    ['behind the finish', START + finish('end_turn'), event('ping')],
    ['behind the end', START + finish('end_turn') + STOP, ''],
  ])('keep-alive %s', (_, wire, expected) => {
    const { encoder, sources } = start(wire);
    passAll(encoder, sources);
    expect(encoder.keepAlive()).toBe(expected);
    expect(encoder.changed).toBe(false);
  });
  it('the error names its code, and nothing follows', () => {
    const { encoder, sources } = start(START + open(0, { type: 'text', text: 'a' }));
    passAll(encoder, sources);
    expect(encoder.error({ code: 'signalbox_declined', status: 400, message: 'm', retryable: false })).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"m","code":"signalbox_declined"}}\n\n',
    );
    expect(encoder.close('stop')).toBe('');
    expect(encoder.keepAlive()).toBe('');
  });
  it('nothing is glued to a frame that broke off', () => {
    const { encoder, sources } = start(START + text(0, 'a') + finish('end_turn').slice(0, -1));
    expect(readMessagesStream(passAll(encoder, sources) + textOfChunk(encoder.close(undefined)))).toMatchObject({
      finish: 'end_turn',
      ended: true,
      complaints: [],
    });
  });
});
