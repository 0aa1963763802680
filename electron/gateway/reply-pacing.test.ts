import { describe, expect, test } from 'vitest';
import { defaultSettings } from '../../shared/settings.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import type { ClientReply } from './client-reply.ts';
import { ReplyPacing, TICK_MS, type Waiting } from './reply-pacing.ts';
import type { UpstreamAttempts } from './upstream-attempts.ts';

interface State {
  readonly stream?: boolean;
  readonly committed?: boolean;
  readonly active?: boolean;
  readonly over?: boolean;
}

function pacing(state: State) {
  const clock = { now: 0 };
  const calls: string[] = [];
  const stream = { lastWriteAt: 0, full: true };
  const client = { committed: state.committed ?? false, over: state.over ?? false, stream } as unknown as ClientReply;
  const attempts = {
    active: state.active ?? true,
    pause: () => calls.push('pause'),
    resume: () => calls.push('resume'),
  } as unknown as UpstreamAttempts;
  const input = {
    request: { stream: state.stream ?? true } as TurnRequest,
    settings: defaultSettings,
    target: { name: 'main', origin: new URL('http://h'), path: '/', setting: { url: 'http://h' } },
  };
  return { clock, calls, pacing: new ReplyPacing({ client, attempts, input, now: () => clock.now }) };
}

const head: Waiting = { onStream: true, onHead: true, withheld: false };
const held: Waiting = { onStream: false, onHead: false, withheld: true };
const reading: Waiting = { onStream: true, onHead: false, withheld: false };

describe('what is due', () => {
  test.each<[string, State, Waiting, number, string]>([
    ['nothing before 100 s while only the head is awaited', {}, head, 100_000 - TICK_MS - 1, 'nothing'],
    ['a head at 100 s', {}, head, 100_000 - TICK_MS, 'keep-alive'],
    ['keep-alives in the usual pace after that', { committed: true }, head, 10_000 - TICK_MS, 'keep-alive'],
    ['none earlier than the interval', { committed: true }, head, 10_000 - TICK_MS - 1, 'nothing'],
    ['keep-alives while bytes are withheld', { committed: true, active: false }, held, 10_000 - TICK_MS, 'keep-alive'],
    ['also before the first byte', { active: false }, held, 10_000 - TICK_MS, 'keep-alive'],
    ['none while the upstream merely thinks', { committed: true }, reading, 200_000, 'nothing'],
    ['a stall at the limit', { committed: true }, reading, 280_000, 'stalled'],
    ['a stall without a head', {}, head, 280_000, 'stalled'],
    ['no stall of an upstream that is over', { active: false }, held, 500_000, 'keep-alive'],
    ['nothing for a caller without a stream', { stream: false }, head, 500_000, 'nothing'],
    ['nothing for a client that has its answer', { over: true, active: false }, held, 500_000, 'nothing'],
  ])('%s', (_name, state, waiting, at, due) => {
    const one = pacing(state);
    one.clock.now = at;
    expect(one.pacing.check(waiting)).toBe(due);
  });
});

test('reads no faster than the client takes, and its slowness is no stall', () => {
  const { pacing: one, calls, clock } = pacing({ committed: true });
  one.holdBackWhenFull();
  one.holdBackWhenFull();
  clock.now = 300_000;
  expect(one.check(reading)).toBe('nothing');
  one.drained();
  one.drained();
  expect(calls).toEqual(['pause', 'resume']);
  clock.now = 580_000;
  expect(one.check(reading)).toBe('stalled');
});
