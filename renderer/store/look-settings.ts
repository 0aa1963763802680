import type { SettingState } from '../../shared/ipc/contract.ts';
import type { ConsoleStore } from './console-store.ts';
import type { Preferences } from './preferences.ts';

/** What of this window's look is set for all consoles (interfaces 4.4 `look.*`). */
export function lookOf(settings: readonly Pick<SettingState, 'key' | 'value'>[]): Partial<Pick<Preferences, 'theme' | 'rowHeight'>> {
  const valueOf = (key: string): unknown => settings.find((setting) => setting.key === key)?.value;
  const theme = valueOf('look.theme');
  const rowHeight = valueOf('look.rowHeight');
  return {
    ...(theme === 'system' || theme === 'dark' || theme === 'light' ? { theme } : {}),
    ...(rowHeight === 'compact' || rowHeight === 'comfortable' ? { rowHeight } : {}),
  };
}

/**
 * Looks as the settings say, whoever set them: the file, the command line, another console. What the window remembers is its look until the
 * settings are there; resolves when they are.
 */
export async function followLook(store: Pick<ConsoleStore, 'client' | 'prefer' | 'onEntries'>): Promise<void> {
  const read = async (): Promise<void> => {
    const answer = await store.client.call('settings/get', {});
    if (answer.ok) store.prefer(lookOf(answer.value.settings));
  };
  store.onEntries((entries) => {
    if (entries.some((entry) => entry.type === 'settings-changed' && entry.keys.some((key) => key.startsWith('look.')))) void read();
  });
  await read();
}
