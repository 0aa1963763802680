import type { StatsSummary, TurnDetail, TurnRow } from '../../shared/ipc/contract.ts';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { EntryPage, EntryQuery } from './entry-query.ts';
import type { JournalOptions } from './journal-options.ts';
import type { JournalPort } from './journal-port.ts';
import type { Pin } from './pins.ts';
import type { StatsQuery } from './stats.ts';
import type { JournalSession, Page } from './turn-list.ts';
import type { TurnRecording } from './turn-recording.ts';

/** The journal as the hosts and the operator's side use it. */
export interface Journal extends JournalPort {
  /** Told of each batch once it is on disk, in order of `seq`, redacted. Returns what ends the subscription. */
  subscribe(listener: (entries: readonly JournalEntry[]) => void): () => void;
  /** Announced entries after `seq` from memory; undefined when memory does not reach back so far: then `read`. */
  recent(after: number): readonly JournalEntry[] | undefined;
  /** The last entry that was announced. */
  lastSeq(): number;
  read(after: number, limit: number): Promise<readonly JournalEntry[]>;
  query(query: EntryQuery): Promise<EntryPage>;
  sessions(page: Page & { readonly session?: string | undefined }): Promise<readonly JournalSession[]>;
  turns(page: Page & { readonly session?: string | undefined }): Promise<readonly TurnRow[]>;
  turn(turn: string): Promise<TurnDetail | undefined>;
  /** A turn with its raw bytes: for exports and replay. */
  recording(turn: string): Promise<TurnRecording | undefined>;
  stats(query: StatsQuery): Promise<StatsSummary>;
  /** What the operator pinned, the newest first: pruning leaves it alone. */
  pins(): Promise<readonly Pin[]>;
  /** Pins, or lets go of; false: there are too many pins already. */
  pin(pin: Pin, pinned: boolean): Promise<boolean>;
  configure(options: JournalOptions): void;
  /** Deletes all that was recorded up to now but what runs, is pinned or belongs to an open incident; an entry says so. */
  clear(): Promise<{ readonly turns: number; readonly entries: number }>;
  /** Ends what a killed program left without an end. Once, at the start: what runs now is not meant. */
  closeLeft(): Promise<void>;
  /** Applies age and size now; also done by itself. */
  prune(): Promise<void>;
  /** Resolves when everything appended so far is on disk (or the disk refused it). */
  flush(): Promise<void>;
  /** Writes what is left and closes the file. Appending afterwards is dropped. */
  close(): Promise<void>;
}
