// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { ok } from '../../shared/result.ts';
import type { FeedListener, OperatorClient } from '../operator-client.ts';
import { followFeed } from './feed-follower.ts';

const entry = (seq: number): JournalEntry => ({
  seq,
  at: seq,
  session: 's',
  thread: 't',
  turn: 'u',
  level: 'info',
  type: 'bypass-suspected',
  detail: '',
});

/** A client whose feed is driven by the test and whose journal holds `stored`. */
function scene(stored: readonly number[], lastSeq = 0) {
  let listener: FeedListener | undefined;
  const seen: number[] = [];
  const batches: number[] = [];
  let last = lastSeq;
  let missing = 0;
  const client = {
    host: 'served',
    files: undefined,
    call: (_: string, body: { before: number; limit: number }) =>
      Promise.resolve(
        ok({
          entries: stored
            .filter((seq) => seq < body.before)
            .slice(-body.limit)
            .reverse()
            .map(entry),
          total: 0,
        }),
      ),
    follow: (_: () => number, next: FeedListener) => {
      listener = next;
      return () => undefined;
    },
    shows: () => undefined,
    onCommand: () => () => undefined,
  } as unknown as OperatorClient;
  const stop = followFeed(client, {
    lastSeq: () => last,
    apply: (entries) => {
      batches.push(entries.length);
      for (const each of entries) {
        seen.push(each.seq);
        last = Math.max(last, each.seq);
      }
    },
    onState: () => undefined,
    onMissing: (count) => {
      missing += count;
    },
  });
  return { give: (...seqs: number[]) => listener?.onEntries(seqs.map(entry)), seen, batches, stop, missing: () => missing };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { visibilityState: 'hidden' });
  vi.stubGlobal('window', { setTimeout, clearTimeout });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
const settle = () => vi.advanceTimersByTimeAsync(2_000);

test('entries of one frame are one update, in order, each once', async () => {
  const { give, seen, batches } = scene([]);
  give(2, 1);
  give(3, 3);
  await settle();
  expect(seen).toEqual([1, 2, 3]);
  expect(batches).toEqual([3]);
});

test('a jump is filled from the journal before what follows it', async () => {
  const { give, seen, missing } = scene([1, 2, 3, 4, 5, 6]);
  give(1, 2);
  await settle();
  give(6, 7);
  await settle();
  expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(missing()).toBe(0);
});

test('what the journal no longer has is counted and passed over', async () => {
  const { give, seen, missing } = scene([1, 2, 4]);
  give(1);
  await settle();
  give(5);
  await settle();
  expect(seen).toEqual([1, 2, 4, 5]);
  expect(missing()).toBe(1);
});

test('the first entry may follow a pruned stretch', async () => {
  const { give, seen, missing } = scene([], 100);
  give(5_000, 5_001);
  await settle();
  expect(seen).toEqual([5_000, 5_001]);
  expect(missing()).toBe(0);
});

test('a flood is folded over several frames and nothing is lost', async () => {
  const { give, seen, batches } = scene([]);
  give(...Array.from({ length: 5_000 }, (_, at) => at + 1));
  await settle();
  expect(seen.length).toBe(5_000);
  expect(Math.max(...batches)).toBeLessThanOrEqual(2_000);
});
