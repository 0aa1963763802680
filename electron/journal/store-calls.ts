import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { SentTape } from './body-transfer.ts';
import type { JournalOptions } from './journal-options.ts';
import type { JournalStore, StoreStart, StoreProblem } from './journal-store.ts';

/** Everything that is asked of the worker, by the store's own names. */
export type StoreCalls = Pick<
  JournalStore,
  | 'write'
  | 'read'
  | 'query'
  | 'sessions'
  | 'turns'
  | 'turn'
  | 'recording'
  | 'stats'
  | 'left'
  | 'pins'
  | 'pin'
  | 'prune'
  | 'clear'
  | 'configure'
  | 'close'
>;
export type StoreCallName = keyof StoreCalls;

/** What the worker is started with. */
export interface WorkerStart {
  readonly path: string;
  readonly options: JournalOptions;
  readonly now: number;
}

export type StoreRequest = { readonly id: number } & (
  | { readonly call: Exclude<StoreCallName, 'write'>; readonly values: readonly unknown[] }
  | { readonly call: 'write'; readonly entries: readonly JournalEntry[]; readonly tapes: readonly SentTape[] }
);

/** `code` is SQLite's result code where it was SQLite that refused. */
export interface StoreFailure {
  readonly code: number | undefined;
  readonly damaged: boolean;
  readonly detail: string;
}

export type StoreAnswer =
  | { readonly type: 'opened'; readonly start: StoreStart }
  | { readonly type: 'refused'; readonly problem: StoreProblem }
  | { readonly type: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly type: 'failure'; readonly id: number; readonly failure: StoreFailure };
