import type { Settings } from '../../shared/settings.ts';
import type { JournalOptions } from '../journal/journal-options.ts';

/** What the journal keeps, by the settings in force; our own secrets are known to it by value. */
export function journalOptionsOf(settings: Settings): JournalOptions {
  const keys = Object.values(settings.upstreams).flatMap((upstream) => upstream.key ?? []);
  const token = settings['gateway.token'];
  return {
    maxBytes: settings['journal.maxBytes'],
    maxDays: settings['journal.maxDays'],
    bodies: settings['journal.bodies'],
    passthrough: settings['journal.passthrough'],
    knownSecrets: token === null ? keys : [...keys, token],
  };
}
