import { describe, expect, test } from 'vitest';
import { StallClock } from './stall-clock.ts';

type Step = readonly ['heard' | 'event' | 'excuse' | 'restart', number];

describe('a stream stalls', () => {
  test.each<[string, readonly Step[], number, boolean]>([
    ['without a byte', [], 100, true],
    ['not before the limit', [], 99, false],
    ['not while comments come before the first event', [['heard', 90]], 150, false],
    ['when those comments stop', [['heard', 90]], 190, true],
    [
      'although comments come after the first event',
      [
        ['event', 50],
        ['heard', 200],
      ],
      250,
      true,
    ],
    [
      'not while events come',
      [
        ['event', 50],
        ['event', 200],
      ],
      399,
      false,
    ],
    ['after the idle limit only, once an event came', [['event', 50]], 249, false],
    [
      'not for the time in which we did not read',
      [
        ['event', 50],
        ['excuse', 200],
      ],
      390,
      false,
    ],
    [
      'anew for a new request',
      [
        ['event', 50],
        ['restart', 300],
      ],
      400,
      true,
    ],
  ])('%s', (_name, steps, at, stalled) => {
    const clock = new StallClock({ firstByteMs: 100, idleMs: 200 }, 0);
    for (const [what, time] of steps) {
      if (what === 'excuse') clock.excuse(time);
      else if (what === 'restart') clock.restart(time);
      else clock.heard(time, what === 'event');
    }
    expect(clock.isStalled(at)).toBe(stalled);
  });
  test('never with 0', () => {
    const clock = new StallClock({ firstByteMs: 0, idleMs: 0 }, 0);
    expect(clock.isStalled(1e9)).toBe(false);
    clock.heard(1, true);
    expect(clock.isStalled(1e9)).toBe(false);
  });
});
