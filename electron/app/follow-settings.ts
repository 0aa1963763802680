import type { Journal } from '../journal/journal-service.ts';
import { recordSettings } from '../operator/record-settings.ts';
import { journalOptionsOf } from './journal-options.ts';
import type { SettingsStore } from './settings-store.ts';

/** Changes of settings reach the journal, as entries and as what it keeps, and `onChanged` once they are in force. A file that became invalid is an alert. */
export function followSettings(settings: SettingsStore, journal: Journal, keyToken: () => string | undefined, onChanged: () => void): void {
  settings.onChange((change) => {
    recordSettings(journal, change);
    if (change.pending) return;
    journal.configure(journalOptionsOf(settings.current(), keyToken()));
    onChanged();
  });
  settings.onProblem(({ key, rule }) => {
    const detail = `${key}: ${rule}. What was in force stays in force.`;
    journal.append({ session: '', thread: '', turn: '', level: 'alert', type: 'stage-failed', stage: 'settings-file', detail });
  });
}
