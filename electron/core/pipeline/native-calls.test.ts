import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { play, type Played, type Script, type ScriptedReply } from '../testing/playbook.ts';
import { requestOf, streamOf } from '../testing/reply-builder.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const read = {
  name: 'read_file',
  parameters: { type: 'object', properties: { path: { type: 'string' }, offset: { type: 'integer' } }, required: ['path'] },
};

/** Plays replies that hold one call each; the last one may be that nobody answers. */
function run(dialect: Dialect, calls: readonly (readonly [string, string] | 'unreachable')[], extra: Partial<Script> = {}): Played {
  const replies = calls.map((call, index): ScriptedReply => {
    if (call === 'unreachable') return { unreachable: 'connection refused' };
    const id = `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${index + 1}`;
    return { stream: streamOf(dialect, { calls: [{ id, name: call[0], arguments: call[1] }], finish: 'calls' }) };
  });
  return play({ dialect, request: requestOf(dialect, [read]), replies, ...extra });
}

/** What the client's calls came to, whatever the dialect: from the journal. */
const last = (played: Played): readonly string[] =>
  played.entries.flatMap((entry) => (entry.type === 'tool-call-delivered' ? [`${entry.call.name} ${entry.state}`] : []));
const healed = (played: Played) => played.entries.find((entry) => entry.type === 'tool-call-healed');
const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

describe.each(dialects)('native calls, %s', (dialect) => {
  it('repairs without guessing: a normalised reply, one entry with before and after', () => {
    const played = run(dialect, [['read_file', '```json\n{"path":"a.ts"}\n```']]);
    expect(played.lane.summary()).toMatchObject({ outcome: 'normalise', calls: 1, reasks: 0 });
    expect(played.sent).toContain(escaped('{"path":"a.ts"}'));
    expect(played.sent).not.toContain('```');
    expect(healed(played)).toMatchObject({ rule: 'repair', before: '```json\n{"path":"a.ts"}\n```', after: '{"path":"a.ts"}\n' });
    expect(last(played)).toEqual(['read_file healed']);
  });

  it('heals by a rule: only the bytes of the healed value change', () => {
    const played = run(dialect, [['read_file', '{"path":"a.ts", "offset" : "7"}']]);
    expect(played.lane.summary().outcome).toBe('heal');
    expect(played.sent).toContain(escaped('{"path":"a.ts", "offset" : 7}'));
    expect(healed(played)).toMatchObject({ rule: 'number-from-string', fixes: [{ pointer: '/offset', before: '"7"', after: '7' }] });
  });

  it('answers what must fail, and delivers what the model then writes', () => {
    const played = run(dialect, [
      ['read_file', '{"offset":1}'],
      ['read_file', '{"path":"b.ts"}'],
    ]);
    expect(played.reasks).toHaveLength(1);
    expect(played.reasks[0]).toContain('EI/PARAM_MISSING/001');
    expect(played.sent).toContain('b.ts');
    expect(last(played)).toEqual(['read_file answered', 'read_file delivered']);
  });

  it('delivers as it came what fails again although it can be read, and cuts what can not', () => {
    const again = run(dialect, [
      ['write_it', '{"a": 1}'],
      ['write_it', '{"a": 2}'],
    ]);
    expect(again.ended).toBe(true);
    expect(again.failed).toBeUndefined();
    expect(last(again)).toEqual(['write_it answered', 'write_it delivered']);
    const unreadable = run(dialect, [
      ['read_file', '{"path": a.ts"}'],
      ['read_file', '{"path": a.ts"}'],
    ]);
    expect(unreadable.failed?.error.code).toBe('signalbox_cut');
  });

  it('delivers as it came what was answered when the model can not be asked', () => {
    const played = run(dialect, [['read_file', '{"offset": 12345678901234567890}'], 'unreachable']);
    expect(played.failed).toBeUndefined();
    expect(played.ended).toBe(true);
    expect(played.sent).toContain('12345678901234567890');
    expect(last(played)).toEqual(['read_file answered', 'read_file delivered']);
    expect(run(dialect, [['read_file', 'nonsense'], 'unreachable']).failed?.error.code).toBe('signalbox_cut');
  });

  it('splits by setting: ids of their own, every object one call', () => {
    const played = run(dialect, [['read_file', '{"path":"a.ts"}{"path":"b.ts"}']], { settings: { 'repair.concatenated': 'split' } });
    expect(played.lane.summary()).toMatchObject({ outcome: 'heal', reasks: 0 });
    const ids = new Set(played.sent.match(/"(?:toolu|call)_(?!id")[A-Za-z0-9]+"/g));
    expect(ids.size).toBe(2);
    for (const path of ['a.ts', 'b.ts']) expect(played.sent).toContain(path);
  });

  it('delivers no mended call when the stream broke off', () => {
    const stream = streamOf(dialect, {
      calls: [{ id: 'call_1', name: 'read_file', arguments: '{"path":"a.ts"}{"path":"a.ts"}' }],
      finish: 'calls',
    });
    const played = play({ dialect, request: requestOf(dialect, [read]), replies: [{ stream: stream.slice(0, -3), end: 'reset' }] });
    expect(played.sent).not.toContain('a.ts');
  });

  it('gives a held call without an id one of its own', () => {
    const call = { id: '', name: 'read_file', arguments: '{"path":"a.ts","offset":"7"}' };
    const played = play({
      dialect,
      request: requestOf(dialect, [read]),
      replies: [{ stream: streamOf(dialect, { calls: [call], finish: 'calls' }) }],
      settings: { healing: { 'number-from-string': 'ask' } },
      verdict: () => ({ type: 'verdict', verdict: 'approve', reading: 0, arguments: undefined, reason: undefined }),
    });
    expect(played.drafts[0]?.call.id).toMatch(/^(?:toolu|call)_\w+/);
    expect(played.sent).toContain(`"${played.drafts[0]?.call.id}"`);
    expect(played.sent).toContain(escaped('{"path":"a.ts","offset":7}'));
  });
});

describe('a call that fails its schema and leaves all the same, in a framing that clients would misread', () => {
  it('Chat: arguments that are an object, no id, in a JSON body', () => {
    const call = { type: 'function', function: { name: 'read_file', arguments: { offset: 1 } } };
    const choice = { index: 0, message: { role: 'assistant', content: null, tool_calls: [call] }, finish_reason: 'tool_calls' };
    const body = JSON.stringify({ id: 'c', object: 'chat.completion', created: 1, model: 'm', choices: [choice] });
    const played = play({ dialect: 'openai-chat', request: requestOf('openai-chat', [read], false), replies: [{ body }, { body }] });
    const sent = JSON.parse(played.body?.text ?? '') as {
      choices: { message: { tool_calls: { id: string; function: { arguments: string } }[] } }[];
    };
    const [left] = sent.choices[0]?.message.tool_calls ?? [];
    expect([left?.function.arguments, left?.id.startsWith('call_')]).toEqual(['{"offset":1}', true]);
    expect(last(played)).toEqual(['read_file answered', 'read_file delivered']);
  });

  it('Messages: two at once', () => {
    const event = (type: string, members: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`;
    const open = (index: number): string =>
      event('content_block_start', { index, content_block: { type: 'tool_use', id: `toolu_${index}`, name: 'read_file', input: {} } });
    const delta = (index: number, partial_json: string): string =>
      event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json } });
    const stop = (index: number): string => event('content_block_stop', { index });
    const [start = '', ...others] = streamOf('anthropic-messages', { calls: [], finish: 'calls' });
    const end = others.slice(-2);
    const blocks = [open(0), open(1), delta(0, '{"offset"'), delta(1, '{"path"'), delta(0, ':1}'), delta(1, ':"a"}'), stop(0), stop(1)];
    const reply = { stream: [start, ...blocks, ...end] };
    const played = play({ dialect: 'anthropic-messages', request: requestOf('anthropic-messages', [read]), replies: [reply] });
    const order = [...played.sent.matchAll(/"type":"(content_block_\w+)","index":(\d)/g)].map((match) => `${match[1]} ${match[2]}`);
    expect(order).toEqual([0, 1].flatMap((at) => ['start', 'delta', 'stop'].map((what) => `content_block_${what} ${at}`)));
    expect(last(played)).toEqual(['read_file delivered', 'read_file delivered']);
  });
});
