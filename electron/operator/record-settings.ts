import type { JournalPort } from '../journal/journal-port.ts';

/** A change of settings as the host's store tells it. */
export interface SettingsChanged {
  readonly keys: readonly string[];
  readonly by: 'operator' | 'file' | 'start';
  /** Waits for the operator's confirmation (4.3). */
  readonly pending: boolean;
}

/** The entry `settings-changed`. What arrives by file and is guarded is an alert: same-user code may have written it (4.3). */
export function recordSettings(journal: Pick<JournalPort, 'append'>, { keys, by, pending }: SettingsChanged): void {
  journal.append({ session: '', thread: '', turn: '', level: pending ? 'alert' : 'info', type: 'settings-changed', keys, by, pending });
}
