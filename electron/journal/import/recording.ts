import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { RecordedExchange } from '../replay/recorded-exchange.ts';
import type { VerdictSettings } from '../replay/verdict-settings.ts';

/** What was read of a file from outside: untrusted, checked, only to be looked at and played again. */
export interface Recording {
  readonly kind: 'bundle' | 'har' | 'exchanges' | 'journal';
  readonly exchanges: readonly RecordedExchange[];
  /** Journal entries, where the file holds them. */
  readonly entries: readonly JournalEntry[];
  /** The settings under which the verdicts were made, where they were kept. */
  readonly settings: VerdictSettings | undefined;
  /** Parts that can't be read, each as "where: what". Empty for a bundle: one bad part refuses it whole. */
  readonly problems: readonly string[];
}

/** Most exchanges and entries of one file. */
export const maxExchanges = 50_000;
export const maxEntries = 500_000;
