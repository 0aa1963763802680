import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { createSseFramer } from '../../gateway/sse-frames.ts';
import { codecs, play, type Played, type Script } from '../testing/playbook.ts';
import { type BuiltReply, everyCharacter, requestOf, streamOf } from '../testing/reply-builder.ts';
import type { DraftVerdict } from './lane-input.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const leak = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls -l"}}\n</tool_call>';
const example = `Example:\n${leak}`;
const bare = '{"name": "bash", "arguments": {"command": "ls -l"}}';

const idOf = (dialect: Dialect, n: number): string => `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}`;
const nativeOf = (dialect: Dialect, n: number, args: string): { id: string; name: string; arguments: string } => ({
  id: idOf(dialect, n),
  name: 'bash',
  arguments: args,
});

function run(dialect: Dialect, replies: readonly BuiltReply[], extra: Partial<Script> = {}): Played {
  return play({
    dialect,
    request: requestOf(dialect, [bash]),
    replies: replies.map((reply) => ({ stream: streamOf(dialect, reply) })),
    ...extra,
  });
}

const answer =
  (verdict: 'approve' | 'override' | 'reject' | 'text', more: Partial<DraftVerdict & { type: 'verdict' }> = {}) =>
  (): DraftVerdict => ({
    type: 'verdict',
    verdict,
    reading: 0,
    arguments: undefined,
    reason: undefined,
    ...more,
  });
const commandsIn = (sent: string): number => sent.split('ls -l').length - 1;

/** The text that a client assembles from what was sent. */
function textOf(dialect: Dialect, sent: string): string {
  const codec = codecs[dialect];
  const decoder = codec.createDecoder();
  const framer = createSseFramer();
  let text = '';
  for (const frame of [...framer.push(new TextEncoder().encode(sent)), ...framer.flush()]) {
    for (const event of decoder.push(frame)) if (event.type === 'text-delta') text += event.text;
  }
  return text;
}
const types = (played: Played): readonly string[] => played.entries.map((entry) => entry.type);

describe('a terminator alone', () => {
  const done = 'data: [DONE]\n\n';
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const play1 = (stream: readonly string[], tools = [bash]): Played =>
    play({ dialect: 'openai-chat', request: requestOf('openai-chat', tools), replies: [{ stream }] });

  it.each([
    ['nothing', [done]],
    ['a role', [chunk({ role: 'assistant' }), done]],
    ['usage', ['data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n', done]],
  ])('behind %s ends no turn: the client is told', (_name, stream) => {
    for (const tools of [[bash], []]) {
      const played = play1(stream, tools);
      expect(played.failed?.error).toMatchObject({ code: 'signalbox_cut', retryable: true });
      expect(played.sent).not.toContain('[DONE]');
    }
  });

  it.each([
    ['text', [chunk({ content: 'Hi' }), done]],
    ['reasoning', [chunk({ reasoning_content: 'Hm.' }), done]],
    ['an empty answer that was finished', [chunk({ content: '' }, 'stop'), done]],
  ])('behind %s is the end', (_name, stream) => {
    const played = play1(stream);
    expect(played.failed).toBeUndefined();
    expect(played.sent).toBe(stream.join(''));
  });
});

describe('a client that offers the functions of old', () => {
  const request = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Do it.' }], functions: [bash] };
  const played = (text: string, over: Partial<Script> = {}): Played =>
    play({ dialect: 'openai-chat', request, replies: [{ stream: streamOf('openai-chat', { text, finish: 'stop' }) }], ...over });

  it('gets a leaked call as the function_call that it reads', () => {
    const { sent } = played(`I look.\n${leak}`);
    const chunks = sent.split('\n\n').flatMap((frame) => (frame.startsWith('data: {') ? [JSON.parse(frame.slice(6)) as Chunk] : []));
    interface Chunk {
      readonly choices: readonly {
        readonly delta: { readonly function_call?: unknown; readonly tool_calls?: unknown };
        readonly finish_reason: unknown;
      }[];
    }
    const choices = chunks.flatMap((chunk) => chunk.choices);
    expect(choices.flatMap(({ delta }) => (delta.function_call === undefined ? [] : [delta.function_call]))).toEqual([
      { name: 'bash', arguments: '{"command": "ls -l"}' },
    ]);
    expect(choices.some(({ delta }) => delta.tool_calls !== undefined)).toBe(false);
    expect(choices.at(-1)?.finish_reason).toBe('function_call');
  });

  it('gets it in a JSON reply too', () => {
    const reply = { id: 'c', choices: [{ index: 0, message: { role: 'assistant', content: leak }, finish_reason: 'stop' }] };
    const { body } = played('', { request: { ...request, stream: false }, replies: [{ body: JSON.stringify(reply) }] });
    expect(JSON.parse(body?.text ?? '')).toEqual({
      id: 'c',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: null, function_call: { name: 'bash', arguments: '{"command": "ls -l"}' } },
          finish_reason: 'function_call',
        },
      ],
    });
  });

  it('never gets more than one: two leaked ones are not told apart', () => {
    const two = played(`${leak}\n${leak}`, {
      replies: [1, 2].map(() => ({ stream: streamOf('openai-chat', { text: `${leak}\n${leak}` }) })),
    });
    expect(two.lane.summary().reason).toBe('ambiguous');
    expect(two.sent).not.toContain('"function_call"');
  });

  it('keeps every byte of its own calls', () => {
    const chunk = (delta: object, finish: string | null = null): string =>
      `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
    const stream = [
      chunk({ role: 'assistant', content: null, function_call: { name: 'bash', arguments: '' } }),
      chunk({ function_call: { arguments: '{"command":"ls"}' } }),
      chunk({}, 'function_call'),
      'data: [DONE]\n\n',
    ];
    expect(played('', { replies: [{ stream }] }).sent).toBe(stream.join(''));
  });
});

describe.each(dialects)('response lane, %s', (dialect) => {
  it('lets an untouched reply leave byte for byte, whatever the chunks', () => {
    const text = streamOf(
      dialect,
      { reasoning: 'Hm.', text: 'All is `well` <b> {"a":1}.', calls: [nativeOf(dialect, 1, '{"command":"ls"}')], finish: 'calls' },
      everyCharacter,
    ).join('');
    const bytes = new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const chunks: Uint8Array[] = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const size = sizes[i % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream: chunks }] });
        expect(played.sent).toBe(text);
        expect(played.lane.summary().outcome).toBe('pass_through');
      }),
      { numRuns: 30 },
    );
  });

  it('names the code of a request that offers no tools', () => {
    const played = run(dialect, [{ text: leak, finish: 'stop' }], { request: requestOf(dialect, []) });
    expect(played.lane.summary()).toMatchObject({ outcome: 'pass_through', reason: 'no_tools', calls: 0 });
    expect(played.sent).toBe(streamOf(dialect, { text: leak, finish: 'stop' }).join(''));
  });

  it('recovers a leaked call and shows no markup', () => {
    const played = run(dialect, [{ text: `I look.\n${leak}`, finish: 'stop' }]);
    expect(played.lane.summary()).toMatchObject({ outcome: 'recover', reason: 'ok', calls: 1 });
    expect(played.sent).not.toContain('tool_call>');
    expect(commandsIn(played.sent)).toBeGreaterThan(0);
    expect(played.ended).toBe(true);
  });

  it('drops the block of a reply that is nothing but a leak', () => {
    const played = run(dialect, [{ text: leak, finish: 'stop' }]);
    expect(played.sent).not.toMatch(/"text":""[^}]*}\s*}\s*\n\nevent: content_block_stop/);
    expect(played.sent).not.toContain('output_text');
  });

  it('holds a doubtful one and delivers the approved call', () => {
    const played = run(dialect, [{ text: example, finish: 'stop' }], { verdict: answer('approve') });
    expect(played.drafts).toHaveLength(1);
    expect(played.lane.summary()).toMatchObject({ outcome: 'recover', calls: 1 });
    expect(commandsIn(played.sent)).toBeGreaterThan(0);
  });

  it('delivers an override as edited', () => {
    const played = run(dialect, [{ text: example, finish: 'stop' }], { verdict: answer('override', { arguments: '{"command":"pwd"}' }) });
    expect(played.sent).toContain('pwd');
    expect(commandsIn(played.sent)).toBe(0);
  });

  it('passes as text byte for byte when the operator says so, and when nobody decides an example', () => {
    for (const played of [
      run(dialect, [{ text: example, finish: 'stop' }], { verdict: answer('text') }),
      run(dialect, [{ text: example, finish: 'stop' }]),
    ]) {
      expect(textOf(dialect, played.sent)).toBe(example);
      expect(played.lane.summary()).toMatchObject({ outcome: 'pass_through', calls: 0, reasks: 0 });
      expect(played.ended).toBe(true);
    }
  });

  it('asks once with the reason after a rejection, and cuts the same call again', () => {
    const again = run(
      dialect,
      [
        { text: example, finish: 'stop' },
        { text: leak, finish: 'stop' },
      ],
      { verdict: answer('reject', { reason: 'not on a Friday' }) },
    );
    expect(again.reasks).toHaveLength(1);
    expect(again.reasks[0]).toContain('not on a Friday');
    expect(again.failed?.error).toMatchObject({ code: 'signalbox_declined', status: 400, retryable: false });
    const other = run(
      dialect,
      [
        { text: example, finish: 'stop' },
        { text: 'Then I stop here.', finish: 'stop' },
      ],
      { verdict: answer('reject') },
    );
    expect(other.sent).toContain('Then I stop here.');
    expect(other.ended).toBe(true);
  });

  it('asks neutrally for an undecided common leak: a native call is delivered, anything else leaves the original', () => {
    const original = streamOf(dialect, { text: bare, finish: 'stop' }).join('');
    expect(
      run(dialect, [
        { text: bare, finish: 'stop' },
        { text: 'I only showed it.', finish: 'stop' },
      ]).sent,
    ).toBe(original);
    const native = run(dialect, [
      { text: bare, finish: 'stop' },
      { calls: [nativeOf(dialect, 9, '{"command":"ls -l"}')], finish: 'calls' },
    ]);
    expect(native.sent).toContain(idOf(dialect, 9));
    expect(native.sent).not.toContain('arguments\\": {');
    expect(native.lane.summary()).toMatchObject({ calls: 1, reasks: 1 });
  });

  it('asks again for a cut-off leak and cuts when it comes again', () => {
    const cut = `${leak.slice(0, -14)}`;
    const played = run(dialect, [
      { text: cut, finish: 'stop' },
      { text: cut, finish: 'stop' },
    ]);
    expect(played.reasks).toHaveLength(1);
    expect(played.failed?.error.code).toBe('signalbox_cut');
    expect(played.lane.summary().calls).toBe(0);
    const mended = run(dialect, [
      { text: cut, finish: 'stop' },
      { calls: [nativeOf(dialect, 2, '{"command":"pwd"}')], finish: 'calls' },
    ]);
    expect(mended.sent).toContain('pwd');
    expect(mended.sent).not.toContain('<tool_call>');
  });

  it.each(['reset', 'stalled'] as const)('words that only waited for what would follow leave in front of the error: %s', (end) => {
    const whole = streamOf(dialect, { text: 'Now I look at the ba', finish: 'stop' });
    const from = whole.findIndex((frame) => frame.includes('look at the ba'));
    const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream: whole.slice(0, from + 1), end }] });
    expect(played.failed).toBeDefined();
    expect(textOf(dialect, played.sent)).toBe('Now I look at the ba');
  });

  it('an unfinished leak stays back when its stream breaks off', () => {
    const whole = streamOf(dialect, { text: `Now.\n${leak.slice(0, -20)}`, finish: 'stop' });
    const from = whole.findIndex((frame) => frame.includes('ls -l'));
    const played = play({ dialect, request: requestOf(dialect, [bash]), replies: [{ stream: whole.slice(0, from + 1), end: 'reset' }] });
    expect(played.failed).toBeDefined();
    expect(played.sent).not.toContain('ls -l');
    expect(played.sent).not.toContain('<tool_call>');
  });

  it('delivers good calls beside hopeless ones unchanged', () => {
    const played = run(dialect, [
      { calls: [nativeOf(dialect, 1, '{"command": "ls"}'), nativeOf(dialect, 2, '{"command": ls "a}')], finish: 'calls' },
    ]);
    expect(played.sent).toContain(idOf(dialect, 1));
    expect(played.sent).not.toContain(idOf(dialect, 2));
    expect(played.reasks).toHaveLength(0);
    expect(types(played)).toContain('tool-call-refused');
    expect(played.effects.some((effect) => effect.type === 'attach-guide' && effect.callId === idOf(dialect, 1))).toBe(true);
  });

  it('never lets an unterminated call run', () => {
    const one = run(dialect, [{ text: 'x', calls: [nativeOf(dialect, 1, '{"command": "rm -rf /tmp')], finish: 'length' }]);
    expect(one.sent).not.toContain('rm -rf');
    expect(one.ended).toBe(true);
    const finished = run(dialect, [
      { calls: [nativeOf(dialect, 1, '{"command": "rm')], finish: 'calls' },
      { calls: [nativeOf(dialect, 2, '{"command": "rm')], finish: 'calls' },
    ]);
    expect(finished.failed?.error.code).toBe('signalbox_cut');
  });

  it('cuts anywhere in a stream of two calls give complete calls or an error, never half a call', () => {
    const events = streamOf(
      dialect,
      { text: 'Go.', calls: [nativeOf(dialect, 1, '{"command":"first"}'), nativeOf(dialect, 2, '{"command":"second"}')], finish: 'calls' },
      everyCharacter,
    );
    const bytes = new TextEncoder().encode(events.join(''));
    for (const end of ['clean', 'reset', 'stalled'] as const) {
      for (let at = 0; at <= bytes.length; at += 7) {
        const played = play({
          dialect,
          request: requestOf(dialect, [bash]),
          replies: [
            { stream: [bytes.subarray(0, at)], end },
            { stream: [bytes], end },
          ],
        });
        expect(played.ended || played.failed !== undefined, `${end} at ${at}`).toBe(true);
        if (played.sent.includes(idOf(dialect, 1))) expect(played.ended, `${end} at ${at}`).toBe(true);
        const seen = played.entries.filter((entry) => entry.type === 'tool-call-seen').length;
        const ended = played.entries.filter((entry) => entry.type === 'tool-call-delivered').length;
        expect(ended, `${end} at ${at}: every call has one last state`).toBe(seen);
      }
    }
  });

  it('strips markup beside a native call and attaches the guide to it', () => {
    const played = run(dialect, [{ text: `Now.\n${leak}`, calls: [nativeOf(dialect, 1, '{"command":"pwd"}')], finish: 'calls' }]);
    expect(played.sent).not.toContain('<tool_call>');
    expect(played.sent).toContain('pwd');
    expect(commandsIn(played.sent)).toBe(0);
    expect(played.effects.find((effect) => effect.type === 'attach-guide')).toMatchObject({
      callId: idOf(dialect, 1),
      pattern: 'EI/INVALID_TOOL_PROTOCOL/002',
    });
    const silent = run(dialect, [{ text: `Now.\n${leak}`, calls: [nativeOf(dialect, 1, '{"command":"pwd"}')], finish: 'calls' }], {
      settings: { 'guidance.patterns': { 'EI/INVALID_TOOL_PROTOCOL/002': 'off' } },
    });
    expect(silent.sent).toBe(played.sent);
    expect(silent.effects.some((effect) => effect.type === 'attach-guide')).toBe(false);
  });

  it('lets one call leave where the request allows no more', () => {
    const single =
      dialect === 'anthropic-messages'
        ? { tool_choice: { type: 'auto', disable_parallel_tool_use: true } }
        : { parallel_tool_calls: false };
    const two = `${leak}\n${leak.replace('ls -l', 'pwd')}`;
    const played = run(dialect, [{ text: two, finish: 'stop' }], {
      request: { ...requestOf(dialect, [bash]), ...single },
      verdict: answer('approve'),
    });
    expect(played.drafts).toHaveLength(2);
    expect(played.lane.summary().calls).toBe(1);
    expect(commandsIn(played.sent)).toBeGreaterThan(0);
    expect(played.sent).not.toContain('pwd');
  });

  it('says by which id the client knows the reply, also after a re-ask', () => {
    const broken = leak.slice(0, 40);
    const second = streamOf(dialect, { text: 'Well.', finish: 'stop' }).map((frame) =>
      frame.replaceAll(/(chatcmpl|msg|resp)[-_]1/g, '$1_2'),
    );
    const played = play({
      dialect,
      request: requestOf(dialect, [bash]),
      replies: [{ stream: streamOf(dialect, { text: broken, finish: 'stop' }) }, { stream: second }],
    });
    expect(played.reasks).toHaveLength(1);
    expect(played.lane.summary().replyId).toMatch(/^(chatcmpl-1|msg_1|resp_1)$/);
  });

  it('observes only where the server holds the history', () => {
    const request = {
      ...requestOf(dialect, [bash]),
      ...(dialect === 'anthropic-messages' ? { thread: { type: 'create' } } : { previous_response_id: 'r' }),
    };
    if (dialect === 'openai-chat') return;
    const text = streamOf(dialect, { text: leak, finish: 'stop' }).join('');
    expect(play({ dialect, request, replies: [{ stream: [text] }] }).sent).toBe(text);
  });
});
