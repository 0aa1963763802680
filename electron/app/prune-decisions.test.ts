import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NewEntry } from '../../shared/journal-entry.ts';
import { openPrivateState } from '../journal/private-state.ts';
import { claimed, temporaryFolder } from '../journal/testing/entries.ts';
import { pruneDecisions } from './prune-decisions.ts';

const DAY = 86_400_000;
let temporary: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  vi.useFakeTimers();
  temporary = temporaryFolder();
});
afterEach(() => {
  vi.useRealTimers();
  temporary.remove();
});

test('decisions that nobody used for 90 days go in small steps, and one entry says so', async () => {
  const folder = claimed(temporary.path);
  let now = 1_000 * DAY;
  const state = openPrivateState({ folder, now: () => now });
  state.setMany(Array.from({ length: 4500 }, (_, each) => [`old-${each}`, 'x']));
  now += 89 * DAY;
  state.set('young', 'y');
  state.get('old-7');
  now += 2 * DAY;
  const told: NewEntry[] = [];
  const pruning = pruneDecisions(state, { append: (entry) => (told.push(entry), { seq: 0, at: 0, ...entry }) }, () => now);
  await vi.advanceTimersByTimeAsync(60_000);
  // One step does not do it all; and what is read is young again.
  expect(state.get('old-4499')).toBe('x');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([state.get('old-0'), state.get('old-4498'), state.get('old-4499'), state.get('old-7'), state.get('young')]).toEqual([
    undefined,
    undefined,
    'x',
    'x',
    'y',
  ]);
  expect(told).toMatchObject([{ type: 'limit-reached', kind: 'decisions', detail: expect.stringContaining('4498 remembered') }]);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(told).toHaveLength(1);
  pruning.stop();
  state.close();
  folder.release();
});
