import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import type { Effect } from './effect.ts';
import { play, type Played, type Script, type ScriptedReply } from '../testing/playbook.ts';
import { type BuiltReply, requestOf, streamOf } from '../testing/reply-builder.ts';

/** `calls.hold` perCall and off (contract 2.5): what has left is not said again, and the reply ends as one with calls. */
const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const read = {
  name: 'read_file',
  parameters: { type: 'object', properties: { path: { type: 'string' }, offset: { type: 'integer' } }, required: ['path'] },
};
type Call = readonly [name: string, args: string];
const good: Call = ['bash', '{"command":"echo good"}'];
const broken: Call = ['bash', '{"command":"echo bro'];
const unreadable: Call = ['bash', '{"command":echo bad}'];
const other: Call = ['read_file', '{"path":"a.ts"}'];

const idOf = (dialect: Dialect, index: number): string => `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${index}`;
const replyOf = (dialect: Dialect, calls: readonly Call[], more: Partial<BuiltReply> = {}): BuiltReply => ({
  calls: calls.map(([name, args], index) => ({ id: idOf(dialect, index), name, arguments: args })),
  finish: 'calls',
  ...more,
});
const run = (dialect: Dialect, replies: readonly ScriptedReply[], extra: Partial<Script> = {}): Played =>
  play({ dialect, request: requestOf(dialect, [bash, read]), replies, ...extra });
const perCall = { settings: { 'calls.hold': 'perCall' } } as const;
const states = (played: Played): readonly string[] =>
  played.entries.flatMap((entry) => (entry.type === 'tool-call-delivered' ? [`${entry.call.name} ${entry.state}`] : []));
const guides = (played: Played) => played.effects.filter((effect) => effect.type === 'attach-guide');
const times = (text: string, part: string): number => text.split(part).length - 1;
/** The reason with which the client's reply ended, as far as the dialect has one. */
const endsWithCalls = (dialect: Dialect, sent: string): boolean =>
  dialect === 'openai-chat'
    ? sent.includes('"finish_reason":"tool_calls"') && !sent.includes('"finish_reason":"stop"')
    : dialect === 'anthropic-messages'
      ? sent.includes('"stop_reason":"tool_use"') && !sent.includes('"stop_reason":"end_turn"')
      : sent.includes('response.completed');

describe.each(dialects)('calls.hold, %s', (dialect) => {
  const stream = (calls: readonly Call[], more: Partial<BuiltReply> = {}): ScriptedReply => ({
    stream: streamOf(dialect, replyOf(dialect, calls, more)),
  });

  it('perCall: a good call leaves before the reply is over', () => {
    const frames = streamOf(dialect, replyOf(dialect, [good, other]));
    const before = frames.slice(0, frames.findIndex((frame) => frame.includes('read_file') && !frame.includes('response.completed')) + 1);
    const cut = run(dialect, [{ stream: before, end: 'reset' }], perCall);
    expect(cut.sent).toContain('echo good');
  });

  it.each(['perCall', 'off'] as const)('%s: a call that left ends the reply as one with calls', (hold) => {
    const played = run(dialect, [stream([good], { finish: 'stop' })], { settings: { 'calls.hold': hold } });
    expect(endsWithCalls(dialect, played.sent)).toBe(true);
    expect(played.lane.summary()).toMatchObject({ calls: 1 });
  });

  it('perCall: beside a call that left a hopeless one is dropped, and the model is not asked again', () => {
    const played = run(dialect, [stream([good, unreadable])], perCall);
    expect(played.reasks).toHaveLength(0);
    expect(times(played.sent, 'echo bad')).toBe(0);
    expect(states(played)).toEqual(expect.arrayContaining(['bash refused', 'bash delivered']));
    expect(guides(played)).toMatchObject([{ callId: idOf(dialect, 0), pattern: 'EI/INVALID_JSON_ARGUMENTS/001' }]);
    expect(endsWithCalls(dialect, played.sent)).toBe(true);
  });

  it('perCall: behind a hopeless call a good one is still delivered', () => {
    const played = run(dialect, [stream([unreadable, good])], perCall);
    expect(played.reasks).toHaveLength(0);
    expect(played.sent).toContain('echo good');
    expect(played.sent).not.toContain('echo bad');
    expect(guides(played)).toMatchObject([{ callId: idOf(dialect, 1) }]);
  });

  it('perCall: what may be mended is mended', () => {
    const played = run(dialect, [stream([['read_file', '{"path":"a.ts","offset":"7"}'], good])], perCall);
    expect(states(played)).toEqual(expect.arrayContaining(['read_file healed', 'bash delivered']));
  });

  it('perCall: the calls that left are kept when the upstream breaks off', () => {
    const whole = streamOf(dialect, replyOf(dialect, [good, broken]));
    const until = whole.findIndex((frame) => frame.includes('echo bro')) + 1;
    const played = run(dialect, [{ stream: whole.slice(0, until), end: 'reset' }], perCall);
    expect(played.failed).toBeUndefined();
    expect(played.reasks).toHaveLength(0);
    expect(states(played)).toEqual(expect.arrayContaining(['bash delivered', 'bash cancelled']));
    expect(played.sent).not.toContain('echo bro');
    expect(endsWithCalls(dialect, played.sent)).toBe(true);
  });

  it('off: whole calls are kept when the upstream breaks off', () => {
    const whole = streamOf(dialect, replyOf(dialect, [good]));
    const until = whole.findIndex((frame) => /"finish_reason":"tool_calls"|message_delta|response\.completed/.test(frame));
    const played = run(dialect, [{ stream: whole.slice(0, until), end: 'reset' }], { settings: { 'calls.hold': 'off' } });
    expect(played.failed).toBeUndefined();
    expect(endsWithCalls(dialect, played.sent)).toBe(true);
  });

  it('off: a call that left only in part ends in an error', () => {
    const whole = streamOf(dialect, replyOf(dialect, [good, broken]));
    const until = whole.findIndex((frame) => frame.includes('echo bro')) + 1;
    const played = run(dialect, [{ stream: whole.slice(0, until), end: 'reset' }], { settings: { 'calls.hold': 'off' } });
    expect(played.failed?.error.code).toBe('signalbox_cut');
  });

  it.each(['perCall', 'off'] as const)('%s: where the operator wants to see every call, none leaves before it', (hold) => {
    const script = { settings: { 'calls.hold': hold }, context: { holdEverything: true } };
    const played = run(dialect, [stream([good]), { stream: streamOf(dialect, { text: 'Then not.', finish: 'stop' }) }], script);
    expect(played.drafts).toHaveLength(1);
    expect(played.sent).not.toContain('echo good');
    expect(played.reasks[0]).toContain('Nobody approved this call in time');
  });

  it('the reasons of declined calls reach the model with the first call that leaves', () => {
    const script: Partial<Script> = {
      context: { holdEverything: true },
      verdict: (draft) => ({
        type: 'verdict',
        verdict: draft.call.name === 'bash' ? 'reject' : 'approve',
        reading: 0,
        arguments: undefined,
        reason: 'not today',
      }),
    };
    const played = run(dialect, [stream([good, other])], script);
    expect(played.sent).not.toContain('echo good');
    expect(states(played)).toEqual(expect.arrayContaining(['bash rejected', 'read_file delivered']));
    expect(guides(played)).toMatchObject([{ callId: idOf(dialect, 1), text: expect.stringContaining('not today') as string }]);
  });

  it('all declined: each call is answered with its own reason in the re-ask', () => {
    const script: Partial<Script> = {
      context: { holdEverything: true },
      verdict: (draft) => ({
        type: 'verdict',
        verdict: 'reject',
        reading: 0,
        arguments: undefined,
        reason: draft.call.name === 'bash' ? 'too loud' : 'too long',
      }),
    };
    const played = run(dialect, [stream([good, other]), { stream: streamOf(dialect, { text: 'Then not.', finish: 'stop' }) }], script);
    const asked = played.reasks[0] ?? '';
    expect(asked.indexOf('too loud')).toBeGreaterThan(asked.indexOf(idOf(dialect, 0)));
    expect(asked.indexOf('too long')).toBeGreaterThan(asked.indexOf('too loud'));
    expect(asked).not.toContain('could not be read');
  });

  it('guides of several dropped calls wait together for one result', () => {
    const played = run(dialect, [stream([good, unreadable, ['bash', '[1]x']])]);
    const [guide, ...more] = guides(played) as (Effect & { readonly type: 'attach-guide' })[];
    expect(more).toEqual([]);
    expect(times(guide?.text ?? '', '"pattern"')).toBe(2);
  });
});

describe.each(dialects)('one call at a time, %s', (dialect) => {
  const forbids = {
    'openai-chat': { parallel_tool_calls: false },
    'anthropic-messages': { tool_choice: { type: 'auto', disable_parallel_tool_use: true } },
    'openai-responses': { parallel_tool_calls: false },
  }[dialect];
  const single = (calls: readonly Call[], extra: Partial<Script> = {}): Played =>
    run(dialect, [{ stream: streamOf(dialect, replyOf(dialect, calls)) }], {
      request: { ...requestOf(dialect, [bash, read]), ...forbids },
      ...extra,
    });
  const pwd: Call = ['bash', '{"command":"echo second"}'];

  it.each(['reply', 'perCall'] as const)('%s: of several calls the first leaves, the model learns of the others', (hold) => {
    const played = single([good, pwd], { settings: { 'calls.hold': hold } });
    expect(played.sent).toContain('echo good');
    expect(played.sent).not.toContain('echo second');
    expect(states(played)).toEqual(expect.arrayContaining(['bash refused', 'bash delivered']));
    expect(guides(played)).toMatchObject([{ callId: idOf(dialect, 0), pattern: 'EI/ONE_CALL_AT_A_TIME/001' }]);
    expect(played.entries).toContainEqual(expect.objectContaining({ type: 'tool-call-refused', reason: 'ambiguous' }));
  });

  it('a good call is the one, also behind one that must fail', () => {
    const played = single([['read_file', '{"offset":1}'], good]);
    expect(played.reasks).toHaveLength(0);
    expect(states(played)).toEqual(expect.arrayContaining(['read_file refused', 'bash delivered']));
  });

  it('one call keeps every byte', () => {
    const frames = streamOf(dialect, replyOf(dialect, [good]));
    expect(single([good]).sent).toBe(frames.join(''));
  });

  it('where nothing is said about it, all leave', () => {
    expect(states(run(dialect, [{ stream: streamOf(dialect, replyOf(dialect, [good, pwd])) }]))).toEqual([
      'bash delivered',
      'bash delivered',
    ]);
  });
});

describe('a free-text call of Responses, which is never withheld', () => {
  const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const patch = { id: 'ctc_1', type: 'custom_tool_call', status: 'completed', call_id: 'call_p', name: 'apply_patch', input: '*** Begin' };
  const added = event('response.output_item.added', { output_index: 0, item: { ...patch, status: 'in_progress', input: '' } });
  const half = event('response.custom_tool_call_input.delta', { output_index: 0, item_id: 'ctc_1', delta: '*** Begin' });
  const done = [
    event('response.custom_tool_call_input.done', { output_index: 0, item_id: 'ctc_1', input: '*** Begin' }),
    event('response.output_item.done', { output_index: 0, item: patch }),
  ];
  const created = event('response.created', { response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } });
  const call = {
    id: 'fc_1',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_b',
    name: 'bash',
    arguments: '{"command":echo bad}',
  };
  const bad = [
    event('response.output_item.added', { output_index: 1, item: { ...call, status: 'in_progress', arguments: '' } }),
    event('response.function_call_arguments.done', { output_index: 1, item_id: 'fc_1', arguments: call.arguments }),
    event('response.output_item.done', { output_index: 1, item: call }),
  ];
  const completed = event('response.completed', {
    response: { id: 'resp_1', object: 'response', status: 'completed', output: [patch, call] },
  });

  it('left: a hopeless call beside it is dropped, the model is not asked again, and no guide goes to its result', () => {
    const played = run('openai-responses', [{ stream: [created, added, half, ...done, ...bad, completed] }]);
    expect(played.reasks).toHaveLength(0);
    expect(played.sent).toContain('*** Begin');
    expect(played.sent).not.toContain('echo bad');
    expect(guides(played)).toEqual([]);
    expect(played.ended).toBe(true);
  });

  it('left in part: a reply that breaks off ends in an error', () => {
    const played = run('openai-responses', [{ stream: [created, added, half], end: 'reset' }]);
    expect(played.failed?.error.code).toBe('signalbox_cut');
  });
});

describe('a leak behind the finish reason', () => {
  const leak = '<tool_call>\n{"name": "bash", "arguments": {"command": "ls"}}\n</tool_call>';
  it.each(['openai-chat', 'anthropic-messages'] as const)('%s: makes it one with calls', (dialect) => {
    const frames = [...streamOf(dialect, { text: 'I look.', finish: 'stop' })];
    const late = streamOf(dialect, { text: leak, finish: 'stop' }).filter((frame) => frame.includes('tool_call>'));
    const block = dialect === 'anthropic-messages';
    const told = block
      ? [
          'event: content_block_start\ndata: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}\n\n',
          ...late.map((frame) => frame.replace('"index":0', '"index":1')),
          'event: content_block_stop\ndata: {"type":"content_block_stop","index":1}\n\n',
        ]
      : late;
    frames.splice(-1, 0, ...told);
    const played = run(dialect, [{ stream: frames }]);
    expect(played.lane.summary()).toMatchObject({ outcome: 'recover', calls: 1, finish: 'calls' });
    expect(endsWithCalls(dialect, played.sent)).toBe(true);
  });
});
