import { describe, expect, test } from 'vitest';
import type { HistoryItem } from '../core/turn/turn.ts';
import type { DecisionStore } from './decision-store.ts';
import { OverflowMemory, type SizedRequest } from './overflow-memory.ts';

const user = (text: string): HistoryItem => ({ type: 'user', index: 0, text });
const request = (bytes: number, thread = 'a', more: { session?: string; main?: boolean; text?: string } = {}): SizedRequest => ({
  place: { session: more.session ?? 's', thread, main: more.main ?? true },
  bytes,
  history: [user(more.text ?? 'go')],
});

function memory() {
  const rows = new Map<string, string>();
  let reads = 0;
  const store: DecisionStore = {
    get: (key) => {
      reads += 1;
      return rows.get(key);
    },
    setMany: (pairs) => {
      for (const [key, value] of pairs) rows.set(key, value);
    },
  };
  return { overflows: new OverflowMemory(store), restarted: () => new OverflowMemory(store), reads: () => reads };
}

describe('a request that was too long', () => {
  test.each([
    [10_000 - 4_096, 1],
    [10_000 - 4_095, undefined],
    [10_000, undefined],
    [20_000, undefined],
  ])('a request of %d bytes after one of 10,000 tells of it: %s', (bytes, occurrence) => {
    const { overflows } = memory();
    overflows.tooLong(request(10_000));
    expect(overflows.waitingFor(request(bytes))?.occurrence).toBe(occurrence);
  });

  test('the shortest counts, over a restart too', () => {
    const { overflows, restarted } = memory();
    overflows.tooLong(request(10_000));
    overflows.tooLong(request(50_000));
    overflows.tooLong(request(9_000));
    expect(restarted().waitingFor(request(5_000))).toBeUndefined();
    expect(restarted().waitingFor(request(4_900))).toEqual({ thread: 'a', occurrence: 1 });
  });

  test('told once; the next one is the second', () => {
    const { overflows, restarted } = memory();
    overflows.tooLong(request(10_000));
    overflows.given('s', { thread: 'a', occurrence: 1 }, 'a');
    expect(restarted().waitingFor(request(1))).toBeUndefined();
    overflows.tooLong(request(20_000));
    expect(restarted().waitingFor(request(10_000))?.occurrence).toBe(2);
    overflows.drop('s', { thread: 'a', occurrence: 2 });
    expect(overflows.waitingFor(request(1))).toBeUndefined();
  });

  test('a shortened history takes the thread’s place', () => {
    const { overflows } = memory();
    overflows.tooLong(request(10_000, 'a', { text: 'fix it' }));
    const summary = 'This session is being continued from a previous conversation that ran out of context.';
    expect(overflows.waitingFor(request(1, 'b', { text: summary }))).toEqual({ thread: 'a', occurrence: 1 });
    overflows.given('s', { thread: 'a', occurrence: 1 }, 'b');
    expect(overflows.waitingFor(request(1, 'a', { text: 'fix it' }))).toBeUndefined();
    expect(overflows.waitingFor(request(1, 'b', { text: summary }))).toBeUndefined();
    overflows.tooLong(request(10_000, 'b', { text: summary }));
    expect(overflows.waitingFor(request(1, 'b', { text: summary }))?.occurrence).toBe(2);
  });

  test.each([
    ['another session', request(1, 'a', { session: 'other' })],
    ['other work', request(1, 'b', { text: 'write docs' })],
    ['a sub-agent', request(1, 'b', { main: false })],
  ])('never told to %s', (_who, other) => {
    const { overflows } = memory();
    overflows.tooLong(request(10_000));
    expect(overflows.waitingFor(other)).toBeUndefined();
  });

  test('a sub-agent’s is the sub-agent’s alone', () => {
    const { overflows } = memory();
    overflows.tooLong(request(10_000, 'sub', { main: false }));
    expect(overflows.waitingFor(request(1, 'a'))).toBeUndefined();
    expect(overflows.waitingFor(request(1, 'sub', { main: false }))?.occurrence).toBe(1);
  });

  test('a thread without one costs a look at the disk once', () => {
    const { overflows, reads } = memory();
    overflows.waitingFor(request(1));
    const first = reads();
    for (let turn = 0; turn < 100; turn += 1) overflows.waitingFor(request(turn));
    expect(reads()).toBe(first);
  });
}); // prettier-ignore
