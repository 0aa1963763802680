import { expect, test } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { defaultSettings } from '../../shared/settings.ts';
import { loopRows } from './loop-rows.ts';

const loop = (seq: number, kind: string): JournalEntry => ({
  ...{ seq, at: seq, session: 's', thread: 't', turn: 'u', level: 'alert' },
  ...{ type: 'loop-detected', kind, evidence: [], count: 3, action: 'guide' },
});

test('few loops are counted in one look, more than fit are asked for by kind', async () => {
  const asked: string[] = [];
  const few = [loop(1, 'cycle'), loop(2, 'cycle'), loop(3, 'empty_replies')];
  const counted = async (total: number) => {
    asked.length = 0;
    const query = ({ query: words }: { readonly query: string }) => {
      asked.push(words);
      return Promise.resolve({ entries: few, total: words.includes('category:cycle') ? 700 : total });
    };
    const rows = await loopRows({ query }, defaultSettings);
    return rows.find(({ id }) => id === 'cycle')?.acted;
  };
  expect([await counted(3), asked.length]).toEqual([2, 1]);
  expect(await counted(5000)).toBe(700);
  expect(asked).toContain('type:loop-detected category:cycle');
});
