/** What this window remembers by itself. Everything else is in the journal or the settings file. */
export interface Preferences {
  readonly place: string;
  readonly theme: 'system' | 'dark' | 'light';
  readonly rowHeight: 'compact' | 'comfortable';
  readonly filter: string;
  readonly savedFilters: readonly string[];
  readonly detailWidth: number;
  readonly detailTab: string;
}

const storageKey = 'signalbox.console';

const defaultPreferences: Preferences = {
  place: 'live',
  theme: 'system',
  rowHeight: 'compact',
  filter: '',
  savedFilters: ['-state:delivered', 'state:held', 'state:recovered', 'state:cancelled'],
  detailWidth: 428,
  detailTab: 'call',
};

/** Reads what was remembered; anything of a wrong shape falls back to its default. */
export function loadPreferences(storage: Pick<Storage, 'getItem'> = localStorage): Preferences {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return defaultPreferences;
    const entries = Object.entries(defaultPreferences).map(([key, fallback]) => {
      const value = (stored as Record<string, unknown>)[key];
      const same = typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback) && value !== null;
      return [key, same ? value : fallback];
    });
    return Object.fromEntries(entries) as Preferences;
  } catch {
    return defaultPreferences;
  }
}

export function savePreferences(preferences: Preferences, storage: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    storage.setItem(storageKey, JSON.stringify(preferences));
  } catch {
    // A full or blocked storage only costs the memory of this window.
  }
}
