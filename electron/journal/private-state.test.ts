import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPrivateState } from './private-state.ts';
import { claimed, temporaryFolder } from './testing/entries.ts';

let temporary: ReturnType<typeof temporaryFolder>;
let folder: ReturnType<typeof claimed>;
let now = 1_000_000;
beforeEach(() => {
  temporary = temporaryFolder();
  folder = claimed(temporary.path);
  now = 1_000_000;
});
afterEach(() => {
  folder.release();
  temporary.remove();
});
const open = () => openPrivateState({ folder, now: () => now });

describe('private state', () => {
  it('keeps values over a restart, for its owner alone', () => {
    const first = open();
    first.set('a', 'one');
    first.set('a', 'two');
    first.setMany([
      ['b', 'x'],
      ['c', 'sk-ant-true-bytes'],
    ]);
    first.delete('b');
    expect(statSync(join(temporary.path, 'state.db')).mode & 0o777).toBe(0o600);
    first.close();
    const second = open();
    expect(['a', 'b', 'c'].map((key) => second.get(key))).toEqual(['two', undefined, 'sk-ant-true-bytes']);
    second.close();
  });

  it('prunes what was not used for long, and the oldest beyond a number', () => {
    const state = open();
    state.set('old', '1');
    state.set('read', '1');
    now += 5_000_000;
    state.get('read');
    for (const key of ['x', 'y', 'z']) {
      now += 1;
      state.set(key, '1');
    }
    expect(state.prune(now - 1_000_000, 100)).toBe(1);
    expect([state.get('old'), state.get('read')]).toEqual([undefined, '1']);
    expect(state.prune(0, 2)).toBe(2);
    expect(['read', 'x', 'y', 'z'].map((key) => state.get(key))).toEqual([undefined, undefined, '1', '1']);
    state.close();
  });

  it('begins anew when the file is damaged', () => {
    writeFileSync(join(temporary.path, 'state.db'), 'no database at all, but long enough to look like one'.repeat(50));
    const state = open();
    state.set('a', '1');
    expect(state.get('a')).toBe('1');
    state.close();
  });
});
