import { settingRows } from '../../shared/settings.ts';
import type { JournalPort } from '../journal/journal-port.ts';
import type { SettingsStore } from './settings-store.ts';

/** Changes of settings are entries; those that a file made to guarded keys are alerts (design 4.3). */
export function recordSettings(settings: SettingsStore, journal: JournalPort): void {
  const head = { session: '', thread: '', turn: '' };
  settings.onChange(({ keys, by, pending }) => {
    const isGuarded = keys.some((key) => 'guarded' in settingRows[key]);
    journal.append({ ...head, level: by === 'file' && isGuarded ? 'alert' : 'notice', type: 'settings-changed', keys, by, pending });
  });
  settings.onProblem(({ key, rule }) => {
    journal.append({
      ...head,
      level: 'alert',
      type: 'stage-failed',
      stage: 'settings-file',
      detail: `${key}: ${rule}. What was in force stays in force.`,
    });
  });
}
