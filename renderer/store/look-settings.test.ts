import { describe, expect, test, vi } from 'vitest';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { ConsoleStore } from './console-store.ts';
import { followLook, lookOf } from './look-settings.ts';

describe('the look that is set', () => {
  test.each([
    ['both', { 'look.theme': 'dark', 'look.rowHeight': 'comfortable' }, { theme: 'dark', rowHeight: 'comfortable' }],
    ['what is no look', { 'look.theme': 'pink', 'reask.max': 1 }, {}],
    ['the default', { 'look.theme': 'system' }, { theme: 'system' }],
  ])('is read: %s', (_name, set, look) => {
    expect(lookOf(Object.entries(set).map(([key, value]) => ({ key, value })))).toEqual(look);
  });

  test('holds from the start, and whenever somebody changes it', async () => {
    let theme = 'dark';
    let told: (entries: readonly JournalEntry[]) => void = () => undefined;
    const prefer = vi.fn<ConsoleStore['prefer']>();
    const call = vi.fn(() => Promise.resolve({ ok: true, value: { settings: [{ key: 'look.theme', value: theme }], file: '' } }));
    const store = {
      client: { call } as unknown as ConsoleStore['client'],
      prefer,
      onEntries: (listener: typeof told) => {
        told = listener;
        return () => undefined;
      },
    };
    await followLook(store);
    expect(prefer.mock.calls).toEqual([[{ theme: 'dark' }]]);
    const changed = (key: string) =>
      told([{ type: 'settings-changed', keys: [key], by: 'file', pending: false } as unknown as JournalEntry]);
    changed('reask.max');
    theme = 'light';
    changed('look.theme');
    await vi.waitFor(() => expect(prefer.mock.calls).toEqual([[{ theme: 'dark' }], [{ theme: 'light' }]]));
    expect(call).toHaveBeenCalledTimes(2);
  });
});
