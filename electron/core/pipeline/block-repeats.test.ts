import { describe, expect, test } from 'vitest';
import type { Dialect } from '../../../shared/vocabulary.ts';
import { callKeyOf } from '../circuit/call-key.ts';
import type { LoopFinding } from '../circuit/loop-finding.ts';
import { play, type Played } from '../testing/playbook.ts';
import { type BuiltReply, requestOf, streamOf } from '../testing/reply-builder.ts';

const dialects: readonly Dialect[] = ['openai-chat', 'anthropic-messages', 'openai-responses'];
const bash = { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] } };
const blocked: LoopFinding = {
  kind: 'identical_call_identical_result',
  count: 4,
  stage: 'guide',
  limits: { guideAt: 3, openAt: 5 },
  tool: 'bash',
  fingerprint: 'f',
  next: [callKeyOf('bash', '{"command":"ls"}')],
  barred: true,
  evidence: ['bash ls → a'],
};

const calls = (dialect: Dialect, ...commands: readonly string[]): BuiltReply => ({
  text: '',
  calls: commands.map((command, n) => ({
    id: `${dialect === 'anthropic-messages' ? 'toolu_' : 'call_'}${n}${command.length}`,
    name: 'bash',
    arguments: command,
  })),
  finish: 'calls',
});
const LS = '{"command":"ls"}';

function run(dialect: Dialect, replies: readonly BuiltReply[], max = 1): Played {
  return play({
    dialect,
    request: requestOf(dialect, [bash]),
    replies: replies.map((reply) => ({ stream: streamOf(dialect, reply) })),
    settings: { 'reask.max': max },
    context: { blocked },
  });
}
const actions = (played: Played): readonly string[] =>
  played.entries.flatMap((entry) => (entry.type === 'loop-detected' ? [entry.action] : []));

describe.each(dialects)('a text without end, %s', (dialect) => {
  const endless = (words: string, watch?: boolean): Played =>
    play({
      dialect,
      request: requestOf(dialect, [bash]),
      replies: [{ stream: streamOf(dialect, { text: words, calls: [], finish: 'stop' }, (text) => text.match(/.{1,1500}/gs) ?? []) }],
      context: { watchLoops: watch },
    });

  test('is ended with an error, and the endpoint is not read further', () => {
    const played = endless('I will now read the file. '.repeat(6000));
    expect(played.failed?.error).toMatchObject({ code: 'signalbox_loop', retryable: false });
    expect(played.effects.at(-1)).toEqual({ type: 'drop-upstream' });
    expect(played.entries).toContainEqual(expect.objectContaining({ type: 'loop-detected', kind: 'repeating_text', action: 'end' }));
    expect(played.lane.summary().outcome).toBe('break_loop');
  });

  test('is only told while it may still end, and not looked at where loops are off', () => {
    const told = endless('I will now read the file. '.repeat(400));
    expect(told.failed).toBeUndefined();
    expect(actions(told)).toEqual(['guide']);
    expect(actions(endless('I will now read the file. '.repeat(6000), false))).toEqual([]);
  });
});

describe.each(dialects)('%s', (dialect) => {
  test('the blocked repetition is answered here and the model asked again', () => {
    const played = run(dialect, [calls(dialect, LS), calls(dialect, '{"command":"pwd"}')]);
    expect(played.reasks).toHaveLength(1);
    expect(played.reasks[0]).toContain('EI/DUPLICATE_CALL/001');
    expect(played.sent).toContain('pwd');
    expect(played.sent).not.toContain('ls\\"');
    expect(actions(played)).toEqual(['block']);
    expect(played.entries).toContainEqual(expect.objectContaining({ type: 'tool-call-answered', pattern: 'EI/DUPLICATE_CALL/001' }));
    expect(played.lane.summary().outcome).toBe('break_loop');
  });

  test('white space and an explanation do not make it another call', () => {
    expect(
      run(dialect, [calls(dialect, '{ "command": "ls", "description": "again" }'), { text: 'Done.', calls: [], finish: 'stop' }]).reasks,
    ).toHaveLength(1);
  });

  test('a model that goes on regardless ends the turn', () => {
    const played = run(dialect, [calls(dialect, LS), calls(dialect, LS)]);
    expect(played.failed?.error).toMatchObject({ code: 'signalbox_loop', status: 400, retryable: false });
    expect(actions(played)).toEqual(['block', 'end']);
    expect(played.effects.filter((effect) => effect.type === 'record' && effect.alert)).toHaveLength(2);
  });

  test('without a re-ask it ends at once', () => {
    const played = run(dialect, [calls(dialect, LS)], 0);
    expect(played.failed?.error.code).toBe('signalbox_loop');
    expect(played.reasks).toEqual([]);
  });

  test('asked again it is asked once only, whatever is allowed', () => {
    expect(run(dialect, [calls(dialect, LS), calls(dialect, LS)], 3).failed?.error.code).toBe('signalbox_loop');
  });

  test.each<readonly [string, BuiltReply]>([
    ['another call', calls(dialect, '{"command":"pwd"}')],
    ['the call beside another one', calls(dialect, LS, '{"command":"pwd"}')],
    ['words', { text: 'I am done.', calls: [], finish: 'stop' }],
  ])('%s passes byte for byte', (_name, reply) => {
    const played = run(dialect, [reply]);
    expect(played.sent).toBe(streamOf(dialect, reply).join(''));
    expect(actions(played)).toEqual([]);
  });
});
