import { describe, expect, it } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { play, type Played, type ScriptedReply } from '../testing/playbook.ts';
import { everyCharacter, requestOf, streamOf } from '../testing/reply-builder.ts';
import { readResponsesStrictly } from '../testing/read-responses-strictly.ts';
import { readChatStream, readMessagesStream } from '../testing/strict-client.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const idOf = (dialect: Dialect, n: number): string => `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}`;
const callOf = (dialect: Dialect, n: number) => ({ id: idOf(dialect, n), name: 'bash', arguments: '{"command":"touch proof"}' });

/** A reply that ends inside the arguments of its call. */
function broken(dialect: Dialect, text: string, end: 'clean' | 'reset' | 'stalled'): ScriptedReply {
  const frames = streamOf(dialect, { text, calls: [callOf(dialect, 1)], finish: 'calls' }, everyCharacter);
  const first = frames.findIndex((frame) => /"(?:partial_json|arguments|delta)":"\{"/.test(frame));
  return { stream: frames.slice(0, first + 8), end };
}
const whole = (dialect: Dialect): ScriptedReply => ({
  stream: streamOf(dialect, { text: 'Again.', calls: [callOf(dialect, 2)], finish: 'calls' }),
});
const run = (dialect: Dialect, replies: readonly ScriptedReply[]): Played =>
  play({ dialect, request: requestOf(dialect, [bash]), replies });
/** The client's view; it has nothing to complain about. */
function readStrictly(dialect: Dialect, sent: string) {
  const read = { 'openai-chat': readChatStream, 'anthropic-messages': readMessagesStream, 'openai-responses': readResponsesStrictly }[
    dialect
  ];
  const view = read(sent);
  expect('faults' in view ? view.faults : view.complaints).toEqual([]);
  return view;
}
const last = (played: Played): readonly string[] =>
  played.entries.flatMap((entry) => (entry.type === 'tool-call-delivered' ? [`${entry.call.id} ${entry.state}`] : []));

describe.each(dialects)('a stream that ends inside a call, %s', (dialect) => {
  it.each(['clean', 'reset'] as const)('after text: the answer of the model continues the reply (%s)', (end) => {
    const played = run(dialect, [broken(dialect, 'I do it.', end), whole(dialect)]);
    expect(played.failed).toBeUndefined();
    expect(played.ended).toBe(true);
    expect(played.reasks).toHaveLength(1);
    expect(played.reasks[0]).toContain('cut off before its arguments were complete');
    const client = readStrictly(dialect, played.sent);
    expect(client.text).toBe('I do it.Again.');
    expect(client.calls.map((call) => call.arguments)).toEqual(['{"command":"touch proof"}']);
    expect(last(played)).toEqual([`${idOf(dialect, 1)} cancelled`, `${idOf(dialect, 2)} delivered`]);
    expect(played.lane.summary()).toMatchObject({ outcome: 'reask', calls: 1, reasks: 1 });
  });

  it('again: the error, and no word twice', () => {
    const played = run(dialect, [broken(dialect, 'I do it.', 'clean'), broken(dialect, 'I do it.', 'clean')]);
    expect(played.failed?.error).toMatchObject({ code: 'signalbox_cut', retryable: true });
    expect(played.sent.split('}').filter((part) => part.includes('"I"')).length).toBe(1);
    expect(played.sent).not.toContain('touch');
    expect(played.lane.summary()).toMatchObject({ outcome: 'cut', calls: 0 });
  });

  it('an empty answer: the error, for half a reply is no end', () => {
    const played = run(dialect, [broken(dialect, 'I do it.', 'clean'), { stream: streamOf(dialect, { finish: 'stop' }) }]);
    expect(played.failed?.error.code).toBe('signalbox_cut');
    expect(played.lane.summary()).toMatchObject({ outcome: 'cut', calls: 0 });
  });

  it('the model cannot be asked: the error', () => {
    const played = run(dialect, [broken(dialect, 'I do it.', 'reset'), { unreachable: 'connection refused' }]);
    expect(played.failed?.error.code).toBe('signalbox_cut');
    expect(played.lane.summary().outcome).toBe('cut');
  });

  it('without a word before it, and after a stall: the error at once', () => {
    for (const reply of [broken(dialect, '', 'clean'), broken(dialect, '', 'reset'), broken(dialect, 'I do it.', 'stalled')]) {
      const played = run(dialect, [reply, whole(dialect)]);
      expect(played.reasks).toEqual([]);
      expect(played.failed?.error.code).toMatch(/^signalbox_(?:cut|stalled)$/);
    }
  });

  it('beside a whole call: that one leaves, the model is not asked', () => {
    const frames = streamOf(dialect, { text: 'Two.', calls: [callOf(dialect, 1), callOf(dialect, 2)], finish: 'calls' }, everyCharacter);
    const at = frames.findIndex((frame) => frame.includes(idOf(dialect, 2)));
    const played = run(dialect, [{ stream: frames.slice(0, at + 8), end: 'reset' }, whole(dialect)]);
    expect(played.reasks).toEqual([]);
    expect(last(played)).toEqual([`${idOf(dialect, 1)} delivered`, `${idOf(dialect, 2)} cancelled`]);
    expect(readStrictly(dialect, played.sent).calls.map((call) => call.id)).toEqual([idOf(dialect, 1)]);
  });
});
