import { describe, expect, it } from 'vitest';
import type { GatewayError } from '../core/dialect/dialect.ts';
import { repeatedRefusal } from './repeated-refusal.ts';
import { SessionThread } from './session-thread.ts';
import { turnResultOf } from './turn-result.ts';

const ending: GatewayError = { code: 'signalbox_loop', status: 400, message: 'stuck', retryable: false };

function thread() {
  const line = new SessionThread('s', 't', false, () => undefined);
  let turns = 0;
  return (bodyHash: string) => {
    const newTurn = (): string => {
      turns += 1;
      return `turn-${turns}`;
    };
    return line.begin({
      bodyHash,
      historyHash: 'h',
      side: false,
      main: true,
      lasting: true,
      now: () => 0,
      newTurn,
      replied: () => undefined,
    });
  };
}

describe('the ending of a broken loop', () => {
  it('is kept for the very same request and for no other', () => {
    const begin = thread();
    begin('a').ended('loop', ending);
    expect(begin('b').ending).toBeUndefined();
    expect(begin('a').ending).toEqual(ending);
  });

  it('stays while the request ends so again, and is gone once it went through', () => {
    const begin = thread();
    begin('a').ended('loop', ending);
    begin('a').ended('loop', ending);
    expect(begin('a').ending).toEqual(ending);
    begin('a').ended('ok');
    expect(begin('a').ending).toBeUndefined();
  });

  it('comes from the error that the client got', () => {
    expect(turnResultOf({ code: 'signalbox_loop', message: 'stuck' })).toEqual(['loop', ending]);
    expect(turnResultOf({ code: 'signalbox_cut', message: '' })).toEqual(['cut']);
    expect(turnResultOf({ code: 'http-error', message: '' })).toEqual(['failed']);
    expect(turnResultOf(undefined)).toEqual(['ok']);
  });
});

describe('a request that is refused again and again', () => {
  it('is a loop at the third refusal; the endpoint being busy is none', () => {
    const begin = thread();
    const refusals = ['a', 'a', 'b', 'a', 'a'].map((body) => {
      const place = begin(body);
      const entry = repeatedRefusal(place, 400, 'prompt is too long');
      place.ended('failed');
      return entry;
    });
    expect(refusals.map((entry) => entry !== undefined)).toEqual([false, false, false, true, true]);
    expect(refusals[3]).toMatchObject({ type: 'loop-detected', kind: 'repeated_refusal', count: 3 });
    const place = begin('a');
    expect([200, 408, 429, 500, 529].map((status) => repeatedRefusal(place, status, ''))).toEqual(Array(5).fill(undefined));
  });
});
