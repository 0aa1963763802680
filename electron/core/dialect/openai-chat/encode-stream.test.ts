import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readChatStream } from '../../testing/strict-client.ts';
import { decodeAll, framesOf, passAll, textOfChunk } from '../../testing/wire-frames.ts';
import type { Sourced } from '../../turn/turn-event.ts';
import type { FrameEdit, ReplyEncoder } from '../dialect.ts';
import { openAiChatCodec } from './codec.ts';

const HEAD = '"id":"c1","object":"chat.completion.chunk","created":7,"model":"m"';
const chunk = (delta: object, finish: unknown = null, more = ''): string =>
  `data: {${HEAD},"choices":[{"index":0,"delta":${JSON.stringify(delta)},"logprobs":{"n":1},"finish_reason":${JSON.stringify(finish)}}]${more}}\n\n`;
const ROLE = chunk({ role: 'assistant', content: '' });
const entry = (index: number, id: string, args: string): string =>
  chunk({ tool_calls: [{ index, id, type: 'function', function: { name: 'f', arguments: args } }] });
const more = (index: number, args: string): string => chunk({ tool_calls: [{ index, function: { arguments: args } }] });
const DONE = 'data: [DONE]\n\n';
const sourcesOf = (text: string): Sourced[] => decodeAll(openAiChatCodec, framesOf(text));
const open = (text: string): { encoder: ReplyEncoder; sources: Sourced[] } => ({
  encoder: openAiChatCodec.createStreamEncoder(),
  sources: sourcesOf(text),
});
const at = (sources: readonly Sourced[], place: number): Sourced => {
  const sourced = sources[place];
  if (sourced === undefined) throw new Error('no such frame');
  return sourced;
};
const edited = (text: string, edit: FrameEdit): string => {
  const { encoder, sources } = open(text);
  return textOfChunk(encoder.edit(at(sources, 0), edit));
};
const part = (text: string, first: boolean, last: boolean): FrameEdit => ({ text: { choice: 0, part: text, first, last } });

describe('pass', () => {
  it('gives the very bytes of a frame that nothing touched', () => {
    const { encoder, sources } = open(`: hi\n\n${ROLE}${chunk({ content: 'x' })}${entry(0, 'a', '{}')}${chunk({}, 'tool_calls')}${DONE}`);
    for (const sourced of sources) expect(encoder.pass(sourced)).toBe(sourced.frame.raw);
    expect(encoder.changed).toBe(false);
  });

  const word = fc.string({ maxLength: 12 });
  const anyChunk = fc.oneof(
    word.map((content) => chunk({ content })),
    word.map((text) => chunk({ reasoning_content: text })),
    fc.json().map((json) => chunk({ content: 'x' }, null, `,"vendor":${json}`)),
    fc.constantFrom(': ping\n\n', ROLE, 'data: {"choices":[],"usage":{"completion_tokens":3}}\n\n', `data:{${HEAD},"choices":[]}\n\n`),
  );
  it('law of identity: any healthy reply, whatever its chunks', () => {
    const calls = fc.array(fc.tuple(fc.uuid(), fc.json()), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(anyChunk), calls, fc.boolean(), (chunks, list, done) => {
        const native = list.map(([id, json], index) => entry(index, id, '') + [...json].map((piece) => more(index, piece)).join(''));
        const text = ROLE + chunks.join('') + native.join('') + chunk({}, list.length > 0 ? 'tool_calls' : 'stop') + (done ? DONE : '');
        const { encoder, sources } = open(text);
        expect(passAll(encoder, sources)).toBe(text);
        expect(encoder.changed).toBe(false);
      }),
    );
  });

  it.each<[string, string, string]>([
    ['null tool_calls and role', chunk({ role: null, content: 'hi', tool_calls: null }), chunk({ content: 'hi' })],
    ['empty finish', chunk({ content: 'hi' }, ''), chunk({ content: 'hi' })],
    ['an index that is none', chunk({ content: 'hi' }).replace('"index":0', '"index":"0"'), chunk({ content: 'hi' })],
    ['empty finish alone', chunk({}, ''), ''],
    ['null choices', `data: {${HEAD},"choices":null}\n\n`, `data: {${HEAD},"choices":[]}\n\n`],
    ['empty data', 'data:\n\n', ''],
    [
      'error in another shape',
      'data: {"object":"error","message":"no","code":400}\n\n',
      'data: {"error":{"message":"no","type":"server_error","param":null,"code":"400"}}\n\n',
    ],
  ])('mends %s', (_, text, expected) => {
    const { encoder, sources } = open(text);
    expect(passAll(encoder, sources)).toBe(expected);
    expect(encoder.changed).toBe(true);
  });
  it('keeps a second finish behind calls: the first was none', () => {
    const text = ROLE + chunk({ content: 'x' }, 'stop') + entry(0, 'a', '{}') + chunk({}, 'tool_calls') + DONE;
    const { encoder, sources } = open(text);
    expect(passAll(encoder, sources)).toBe(text);
  });
  it('drops a second finish', () => {
    const { encoder, sources } = open(ROLE + chunk({}, 'tool_calls') + chunk({}, 'stop') + DONE);
    expect(readChatStream(passAll(encoder, sources))).toMatchObject({ finish: 'tool_calls', ended: true, complaints: [] });
  });
});

describe('edit', () => {
  it('a frame with everything leaves in parts: role first, calls, finish and usage last', () => {
    const whole = chunk(
      { role: 'assistant', content: 'abc', tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
      'tool_calls',
      ',"usage":{"completion_tokens":3},"x":1',
    );
    const { encoder, sources } = open(whole);
    const frame = at(sources, 0);
    const out = [part('a', true, false), part('b', false, false), part('', false, true)].map((edit) =>
      textOfChunk(encoder.edit(frame, edit)),
    );
    const tail = (delta: object, finish: unknown, more: string): string => chunk(delta, finish, more).replace('{"n":1}', 'null');
    expect(out[0]).toBe(tail({ role: 'assistant', content: 'a' }, null, ',"x":1'));
    expect(out[1]).toBe(tail({ content: 'b' }, null, ',"x":1'));
    expect(out[2]).toBe(
      tail(
        { tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] },
        'tool_calls',
        ',"usage":{"completion_tokens":3},"x":1',
      ),
    );
  });
  it.each<[string, string, FrameEdit, string]>([
    ['text wholly gone', chunk({ content: 'abc' }), part('', true, true), ''],
    ['text gone, finish stays', chunk({ content: 'abc' }, 'stop'), part('', false, true), chunk({}, 'stop').replace('{"n":1}', 'null')],
    ['the whole text is no change', chunk({ content: 'abc' }), part('abc', true, true), chunk({ content: 'abc' })],
    ['logprobs go with changed text', chunk({ content: 'abc' }), part('a', true, true), chunk({ content: 'a' }).replace('{"n":1}', 'null')],
    [
      'part list',
      chunk({ content: [{ type: 'image' }, { type: 'text', text: 'abc' }] }),
      part('a', true, false),
      chunk({ content: [{ type: 'image' }, { type: 'text', text: 'a' }] }).replace('{"n":1}', 'null'),
    ],
    ['finish corrected', chunk({}, 'stop'), { finish: 'calls' }, chunk({}, 'tool_calls')],
    ['finish that already means it stays', chunk({}, 'function_call'), { finish: 'calls' }, chunk({}, 'function_call')],
    ['finish taken away', chunk({}, 'stop'), { finish: 'missing' }, ''],
    ['call dropped with its frame', entry(0, 'a', '{}'), { dropCalls: new Set(['0/0']) }, ''],
    [
      'big numbers and spaces of the rest survive',
      `data: { "n": 12345678901234567890, "choices": [ {"index":0, "delta": {"content": "abc"}} ] }\n\n`,
      part('b', true, true),
      `data: { "n": 12345678901234567890, "choices": [{"index":0, "delta": {"content": "b"}}] }\n\n`,
    ],
  ])('%s', (_, text, edit, expected) => {
    expect(edited(text, edit)).toBe(expected);
  });
  it('one of two calls in a frame goes, the other moves up', () => {
    const both = chunk({
      tool_calls: [0, 1].map((index) => ({ index, id: `id${index}`, type: 'function', function: { name: 'f', arguments: '{' } })),
    });
    const { encoder, sources } = open(ROLE + both + more(0, '"a"') + more(1, '}') + chunk({}, 'tool_calls') + DONE);
    const edit = { dropCalls: new Set(['0/0']) };
    const out = sources
      .map((sourced) => textOfChunk(sourced.events.some((event) => 'key' in event) ? encoder.edit(sourced, edit) : encoder.pass(sourced)))
      .join('');
    expect(readChatStream(out)).toMatchObject({ calls: [{ id: 'id1', index: 0, arguments: '{}' }], finish: 'tool_calls', complaints: [] });
  });
  it('other choices of the frame leave with the last part', () => {
    const text = `data: {"choices":[{"index":0,"delta":{"content":"abc"}},{"index":1,"delta":{"content":"x"}}]}\n\n`;
    const { encoder, sources } = open(text);
    expect(textOfChunk(encoder.edit(at(sources, 0), part('a', true, false)))).toBe(
      'data: {"choices":[{"index":0,"delta":{"content":"a"}}]}\n\n',
    );
    expect(textOfChunk(encoder.edit(at(sources, 0), part('', false, true)))).toBe(
      'data: {"choices":[{"index":1,"delta":{"content":"x"}}]}\n\n',
    );
  });
});

describe('calls of Signalbox', () => {
  const recovered = { id: 'call_1', name: 'bash', arguments: '{"n": 12345678901234567890}' };
  it('a recovered call carries the stream’s own head and ends as calls', () => {
    const { encoder, sources } = open(ROLE + chunk({ content: 'ok <tool' }) + chunk({}, 'stop') + DONE);
    const out = [
      encoder.pass(at(sources, 0)),
      encoder.edit(at(sources, 1), part('ok ', true, true)),
      encoder.calls(0, [recovered, { ...recovered, id: 'call_2' }]),
      encoder.edit(at(sources, 2), { finish: 'calls' }),
      encoder.pass(at(sources, 3)),
    ].map(textOfChunk);
    expect(
      out[2]?.startsWith(`data: {${HEAD},"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_1","type":"function"`),
    ).toBe(true);
    expect(readChatStream(out.join(''))).toMatchObject({
      text: 'ok ',
      calls: [
        { ...recovered, index: 0, closed: true },
        { id: 'call_2', index: 1 },
      ],
      finish: 'tool_calls',
      ended: true,
      complaints: [],
    });
  });
  it('indices follow calls that were delivered, and later ones follow them', () => {
    const { encoder, sources } = open(
      ROLE + entry(0, 'a', '{}') + entry(1, 'b', '{') + more(1, '}') + entry(2, 'c', '{}') + chunk({}, 'tool_calls') + DONE,
    );
    const drop = { dropCalls: new Set(['0/1']) };
    const out = [
      encoder.pass(at(sources, 0)),
      encoder.pass(at(sources, 1)),
      encoder.calls(0, [
        { ...recovered, id: 'b' },
        { ...recovered, id: 'b2' },
      ]),
      encoder.edit(at(sources, 2), drop),
      encoder.edit(at(sources, 3), drop),
      ...sources.slice(4).map((sourced) => encoder.pass(sourced)),
    ];
    const view = readChatStream(out.map(textOfChunk).join(''));
    expect(view.complaints).toEqual([]);
    expect(view.calls.map((call) => `${call.index} ${call.id}`)).toEqual(['0 a', '1 b', '2 b2', '3 c']);
  });
  it('the role goes along where nothing was sent', () => {
    const { encoder } = open('');
    expect(textOfChunk(encoder.calls(0, [recovered]))).toContain('"delta":{"role":"assistant","tool_calls"');
  });
});

describe('a second reply', () => {
  const second =
    ROLE.replaceAll('c1', 'c2').replaceAll(':7', ':8') +
    chunk({ content: 'b', reasoning_content: 'r' }).replaceAll('c1', 'c2') +
    chunk({}, 'stop').replaceAll('c1', 'c2') +
    `data: {"id":"c2","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":5,"total_tokens":14}}\n\n${DONE}`;
  it('continues the first: its head, no second start, summed usage', () => {
    const { encoder, sources } = open(ROLE + chunk({ content: 'a' }) + entry(0, 'x', '{"'));
    const out = [encoder.pass(at(sources, 0)), encoder.pass(at(sources, 1))];
    encoder.drop(at(sources, 2));
    encoder.continueReply({ dropReasoning: true, firstUsage: { input: 1, output: 100 } });
    const rest = sourcesOf(second).map((sourced) => textOfChunk(encoder.pass(sourced)));
    expect(rest[0]).toBe('');
    expect(rest.join('')).not.toContain('c2');
    expect(readChatStream(out.map(textOfChunk).join('') + rest.join(''))).toMatchObject({
      text: 'ab',
      reasoning: '',
      finish: 'stop',
      output: 105,
      ended: true,
      complaints: [],
    });
    expect(rest[3]).toContain('"prompt_tokens":9,"completion_tokens":105,"total_tokens":114');
  });
  it('keeps reasoning where none was signed, and the start where none was sent', () => {
    const { encoder, sources } = open(ROLE);
    encoder.drop(at(sources, 0));
    encoder.continueReply({ dropReasoning: false, firstUsage: { input: undefined, output: undefined } });
    const out = sourcesOf(second)
      .map((sourced) => textOfChunk(encoder.pass(sourced)))
      .join('');
    expect(out).toContain('"role":"assistant"');
    expect(readChatStream(out)).toMatchObject({ reasoning: 'r', output: 5, complaints: [] });
  });
  it('numbers its calls behind those that left', () => {
    const { encoder, sources } = open(ROLE + entry(0, 'a', '{}'));
    const out = passAll(encoder, sources);
    encoder.continueReply({ dropReasoning: false, firstUsage: { input: 1, output: 1 } });
    const rest = sourcesOf(entry(0, 'b', '{') + more(0, '}') + chunk({}, 'tool_calls') + DONE).map((sourced) =>
      textOfChunk(encoder.pass(sourced)),
    );
    expect(readChatStream(out + rest.join(''))).toMatchObject({
      calls: [{ id: 'a' }, { id: 'b', index: 1, arguments: '{}' }],
      complaints: [],
    });
  });
});

describe('ends and signs of life', () => {
  it('close adds what is missing, once', () => {
    const { encoder, sources } = open(ROLE + chunk({ content: 'a' }));
    const out = passAll(encoder, sources) + textOfChunk(encoder.close('stop'));
    expect(readChatStream(out)).toMatchObject({ finish: 'stop', ended: true, complaints: [] });
    expect(encoder.close('stop')).toBe('');
  });
  it('close after a finish adds the terminator only', () => {
    const { encoder, sources } = open(ROLE + chunk({}, 'length'));
    passAll(encoder, sources);
    expect(encoder.close('stop')).toBe(DONE);
  });
  it('close after the terminator does nothing', () => {
    const { encoder, sources } = open(ROLE + chunk({}, 'stop') + DONE);
    passAll(encoder, sources);
    expect(encoder.close('stop')).toBe('');
    expect(encoder.changed).toBe(false);
  });
  it('nothing is glued to a frame that broke off', () => {
    const { encoder, sources } = open(`${ROLE}${chunk({}, 'stop').slice(0, -2)}`);
    expect(readChatStream(passAll(encoder, sources) + textOfChunk(encoder.close(undefined)))).toMatchObject({
      finish: 'stop',
      ended: true,
    });
  });
  it('the error names its code and has no success behind it', () => {
    const { encoder } = open('');
    const error = { code: 'signalbox_cut', status: 502, message: 'm', retryable: true } as const;
    const out = textOfChunk(encoder.error(error));
    expect(JSON.parse(out.slice(6))).toEqual({ error: { message: 'm', type: 'server_error', param: null, code: 'signalbox_cut' } });
    expect(encoder.close('stop')).toBe('');
    expect(encoder.keepAlive()).toBe('');
  });
  it('keep-alive is an event that says nothing', () => {
    const { encoder, sources } = open(ROLE);
    expect(encoder.keepAlive()).toBe(': keep-alive\ndata: {"choices":[]}\n\n');
    passAll(encoder, sources);
    expect(encoder.keepAlive()).toBe(`: keep-alive\ndata: {${HEAD},"choices":[]}\n\n`);
    expect(encoder.changed).toBe(false);
  });
});

describe('calls are mended in place', () => {
  const extra = { extra_content: { google: { thought_signature: 's' } } };
  const raw = (...entries: object[]): string => chunk({ tool_calls: entries });
  it.each<[string, string, string[]]>([
    [
      'index missing',
      raw({ id: 'a', ...extra, function: { name: 'f', arguments: '{}' } }, { id: 'b', ...extra, function: { name: 'f', arguments: '{}' } }),
      ['0 a {}', '1 b {}'],
    ],
    [
      'index always 0',
      raw({ index: 0, id: 'a', ...extra, function: { name: 'f', arguments: '{}' } }) +
        raw({ index: 0, id: 'b', ...extra, function: { name: 'f', arguments: '{' } }) +
        raw({ index: 0, ...extra, function: { arguments: '}' } }),
      ['0 a {}', '1 b {}'],
    ],
    [
      'index from 1',
      raw({ index: 1, id: 'a', ...extra, function: { name: 'f', arguments: '{' } }) +
        raw({ index: 1, ...extra, function: { arguments: '}' } }),
      ['0 a {}'],
    ],
    [
      'ids and names on every chunk',
      raw({ index: 0, id: 'a', ...extra, function: { name: 'f', arguments: '{' } }) +
        raw({ index: 0, id: 'z', ...extra, function: { name: 'f', arguments: '"x"' } }) +
        raw({ index: 0, id: '', ...extra, function: { name: '', arguments: ':1}' } }),
      ['0 a {"x":1}'],
    ],
  ])('%s', (_, wire, calls) => {
    const { encoder, sources } = open(ROLE + wire + chunk({}, 'tool_calls') + DONE);
    const out = passAll(encoder, sources);
    const view = readChatStream(out);
    expect(view.complaints).toEqual([]);
    expect(view.calls.map((call) => `${call.index} ${call.id} ${call.arguments}`)).toEqual(calls);
    expect(out.split('thought_signature')).toHaveLength(wire.split('thought_signature').length);
  });
});
