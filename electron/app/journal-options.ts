import type { Settings } from '../../shared/settings.ts';
import { knownSecretsOf } from '../core/secret/known-secrets.ts';
import type { JournalOptions } from '../journal/journal-options.ts';

/** What the journal keeps, by the settings in force; our own secrets, upstream keys and both gateway tokens, are known to it by value. */
export function journalOptionsOf(settings: Settings, keyToken?: string): JournalOptions {
  return {
    maxBytes: settings['journal.maxBytes'],
    maxDays: settings['journal.maxDays'],
    bodies: settings['journal.bodies'],
    passthrough: settings['journal.passthrough'],
    knownSecrets: [...knownSecretsOf(settings), ...(keyToken === undefined ? [] : [keyToken])],
  };
}
