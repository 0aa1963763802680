import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesOf } from '../testing/wire-frames.ts';
import type { TurnEvent, WireFrame } from '../turn/turn-event.ts';
import { createStreamDecoder as createAnthropicDecoder } from './anthropic-messages/decode-stream.ts';
import { DeltaTemplate } from './delta-template.ts';
import type { ReplyDecoder } from './dialect.ts';
import { createStreamDecoder as createChatDecoder } from './openai-chat/decode-stream.ts';

const PLACES = [['delta', 'text']];
const frameOf = (data: string, lines = ''): WireFrame => {
  const [frame] = framesOf(`${lines}data: ${data}\n\n`);
  if (frame === undefined) throw new Error('no frame');
  return frame;
};
const delta = (text: string): TurnEvent => ({ type: 'text-delta', choice: 0, block: 'b', text });

/** A template made from a frame whose text is ` one`. */
function learned(data: string, lines = ''): DeltaTemplate {
  const template = new DeltaTemplate();
  template.learn(frameOf(data, lines), [delta(' one')], PLACES);
  return template;
}

const plain = '{"delta":{"text":" one"},"n":1}';

describe('a frame like the one before', () => {
  it.each([
    ['another text', plain, '{"delta":{"text":" and two"},"n":1}', ' and two'],
    ['signs that JSON does not escape', plain, `{"delta":{"text":"/<'{}[],:~ "},"n":1}`, `/<'{}[],:~ `],
    ['the same text', plain, plain, ' one'],
    ['text that looks like what is behind it', plain, '{"delta":{"text":"},n:1}"},"n":1}', '},n:1}'],
  ])('is told without being parsed: %s', (_name, first, next, text) => {
    expect(learned(first).read(frameOf(next).raw)).toEqual([delta(text)]);
  });

  it('has its other lines too', () => {
    const template = learned(plain, 'event: e\nid: 7\n');
    expect(template.read(frameOf(plain, 'event: e\nid: 7\n').raw)).toEqual([delta(' one')]);
    expect(template.read(frameOf(plain, 'event: e\nid: 8\n').raw)).toBeUndefined();
    expect(template.read(frameOf(plain).raw)).toBeUndefined();
  });

  it('keeps what a delta of reasoning says of itself', () => {
    const template = new DeltaTemplate();
    const signed: TurnEvent = { type: 'reasoning-delta', choice: 2, block: 'r', text: ' one', signed: true };
    template.learn(frameOf(plain), [signed], PLACES);
    expect(template.read(frameOf('{"delta":{"text":"more"},"n":1}').raw)).toEqual([{ ...signed, text: 'more' }]);
  });
});

describe('any other frame has to be read', () => {
  it.each([
    ['another value beside the text', '{"delta":{"text":" one"},"n":2}'],
    ['another member', '{"delta":{"text":" one","x":1},"n":1}'],
    ['an escape', String.raw`{"delta":{"text":"a\n"},"n":1}`],
    ['a quote that is escaped', String.raw`{"delta":{"text":"a\""},"n":1}`],
    ['a quote that ends the text', '{"delta":{"text":"a","text":"b"},"n":1}'],
    ['text beyond ASCII', '{"delta":{"text":"é"},"n":1}'],
    ['a control character', '{"delta":{"text":"a\tb"},"n":1}'],
    ['no text', '{"delta":{"text":""},"n":1}'],
    ['a frame cut short', '{"delta":{"text":"'],
    ['what is before and behind overlaps', '{"delta":{"text":"},"n":1}'],
  ])('%s', (_name, next) => {
    expect(learned(plain).read(frameOf(next).raw)).toBeUndefined();
  });

  it('text over the bound', () => {
    const of = (length: number) => frameOf(`{"delta":{"text":"${'x'.repeat(length)}"},"n":1}`).raw;
    expect(learned(plain).read(of(4096))).toEqual([delta('x'.repeat(4096))]);
    expect(learned(plain).read(of(4097))).toBeUndefined();
  });
});

describe('no template is made of a frame', () => {
  it.each([
    ['whose text is spelled with escapes', String.raw`{"delta":{"text":" \u006fne"},"n":1}`],
    ['with a name twice', '{"delta":{"text":" one","text":" one"},"n":1}'],
    ['with a name twice elsewhere', '{"delta":{"text":" one"},"n":1,"n":1}'],
    ['whose text stands elsewhere', '{"delta":{"other":" one"},"n":1}'],
    ['with signs beyond ASCII', '{"delta":{"text":" one"},"n":"é"}'],
    ['whose data stands in two lines', '{"delta":{"text":" one"},\ndata: "n":1}'],
  ])('%s', (_name, data) => {
    expect(learned(data).read(frameOf(data).raw)).toBeUndefined();
  });

  it('that says more than one thing, or another thing', () => {
    const template = new DeltaTemplate();
    template.learn(frameOf(plain), [delta(' one')], PLACES);
    template.learn(frameOf(plain), [delta(' one'), { type: 'turn-end' }], PLACES);
    expect(template.read(frameOf(plain).raw)).toBeUndefined();
  });

  it('after several that served no frame', () => {
    const template = new DeltaTemplate();
    for (let n = 0; n < 5; n += 1) template.learn(frameOf(`{"delta":{"text":" one"},"n":${n}}`), [delta(' one')], PLACES);
    const last = frameOf('{"delta":{"text":" one"},"n":9}');
    template.learn(last, [delta(' one')], PLACES);
    expect(template.read(last.raw)).toBeUndefined();
  });

  it('but it is made anew as often as it serves', () => {
    const template = new DeltaTemplate();
    for (let second = 0; second < 20; second += 1) {
      const frame = frameOf(`{"delta":{"text":" one"},"created":${second}}`);
      expect(template.read(frame.raw)).toBeUndefined();
      template.learn(frame, [delta(' one')], PLACES);
      for (let n = 0; n < 20; n += 1) expect(template.read(frame.raw)).toEqual([delta(' one')]);
    }
  });
});

/** A decoder that is never given the frame's bytes has nothing to compare: it reads each frame. */
function bothWays(create: () => ReplyDecoder, frames: readonly WireFrame[]): [readonly TurnEvent[][], readonly TurnEvent[][]] {
  const read = (bare: boolean): TurnEvent[][] => {
    const decoder = create();
    return [...frames.map((frame) => [...decoder.push(bare ? { ...frame, raw: new Uint8Array(0) } : frame)]), [...decoder.end()]];
  };
  return [read(false), read(true)];
}

const words = fc.oneof(
  fc.constantFrom(' one', 'two ', '', '"', '\\', '\n', 'é', '日本', '😀', '","x":"', '}]}', '<tool_call>', 'x'.repeat(5000)),
  fc.string({ maxLength: 6 }),
);
const reason = fc.constantFrom(null, null, null, null, 'stop', '', 'tool_calls');
const chatChunk = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({ at: fc.constantFrom(0, 0, 0, 1), content: words }).map(({ at, content }) => chunk(at, { content }, null)),
  },
  { weight: 4, arbitrary: words.map((reasoning_content) => chunk(0, { reasoning_content }, null)) },
  { weight: 1, arbitrary: fc.record({ content: words, reasoning: words, end: reason }).map(({ end, ...fields }) => chunk(0, fields, end)) },
  { weight: 1, arbitrary: fc.constant(chunk(0, { tool_calls: [{ index: 0, id: 'c', function: { name: 'n', arguments: '{}' } }] }, null)) },
  { weight: 1, arbitrary: reason.map((end) => chunk(0, {}, end)) },
  { weight: 1, arbitrary: fc.constantFrom('[DONE]', '{"choices":[],"usage":{"prompt_tokens":1}}', '{"error":{"message":"m"}}', 'no json') },
);

function chunk(index: number, fields: object, finish: string | null): string {
  return JSON.stringify({ id: 'i', choices: [{ index, delta: fields, finish_reason: finish }] });
}

const messageEvent = fc.oneof(
  { weight: 12, arbitrary: words.map((text) => blockDelta({ type: 'text_delta', text })) },
  { weight: 4, arbitrary: words.map((thinking) => blockDelta({ type: 'thinking_delta', thinking })) },
  { weight: 2, arbitrary: fc.constantFrom('text', 'thinking', 'tool_use').map((type) => blockStart(type)) },
  { weight: 2, arbitrary: fc.constant(named('content_block_stop', { index: 0 })) },
  { weight: 1, arbitrary: fc.constant(blockDelta({ type: 'signature_delta', signature: 's' })) },
  { weight: 1, arbitrary: fc.constant(named('message_delta', { delta: { stop_reason: 'end_turn' } })) },
  { weight: 1, arbitrary: fc.constantFrom(named('ping', {}), named('message_stop', {}), named('message_start', { message: {} })) },
);

function named(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
function blockDelta(fields: object): string {
  return named('content_block_delta', { index: 0, delta: fields });
}
function blockStart(type: string): string {
  return named('content_block_start', { index: 0, content_block: { type } });
}

describe('a decoder tells the same whether it parses a frame or knows it', () => {
  it('Chat Completions', () => {
    fc.assert(
      fc.property(fc.array(chatChunk, { maxLength: 40 }), (chunks) => {
        const [quick, slow] = bothWays(createChatDecoder, framesOf(chunks.map((data) => `data: ${data}\n\n`).join('')));
        expect(quick).toEqual(slow);
      }),
      { numRuns: 400 },
    );
  });

  it('Anthropic Messages', () => {
    fc.assert(
      fc.property(fc.array(messageEvent, { maxLength: 40 }), (events) => {
        const [quick, slow] = bothWays(createAnthropicDecoder, framesOf(events.join('')));
        expect(quick).toEqual(slow);
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    ['Chat Completions', createChatDecoder, `data: ${chunk(0, { content: 'a' }, null)}\n\n`],
    ['Anthropic Messages', createAnthropicDecoder, blockDelta({ type: 'text_delta', text: 'a' })],
  ])('and knows a whole stream of them: %s', (_name, create, wire) => {
    const decoder = create();
    let parsed = 0;
    const start = framesOf(blockStart('text'));
    if (create === createAnthropicDecoder) for (const frame of start) decoder.push(frame);
    for (const { event, raw, data } of framesOf(wire.repeat(50)))
      decoder.push({
        event,
        raw,
        get data() {
          parsed += 1;
          return data;
        },
      });
    expect(parsed).toBeLessThan(20);
  });
});
