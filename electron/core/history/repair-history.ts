import type { Dialect } from '../../../shared/vocabulary.ts';
import type { HistoryDocument } from './history-document.ts';
import type { HistoryEdit } from './history-edit.ts';
import type { MendPast } from './past-arguments.ts';
import { RepairFold } from './repair-fold.ts';

/** What a repair looks at besides the history. */
export interface RepairContext {
  readonly dialect: Dialect;
  /** `hashes[i]` stands for messages 0…i. Of the length of the history. */
  readonly hashes: readonly string[];
  /** Whose decisions count: the session. */
  readonly scope: string;
  /** A decision of an earlier request (contract 2.6). */
  readonly decided: (key: string) => string | undefined;
  readonly idStyle: 'dialect' | 'mistral';
  /** Whether past arguments that are no object are mended. */
  readonly strictPastArguments: boolean;
  readonly mend: MendPast;
}

/** One change, for the journal: where it was made and what it was. */
export interface RepairChange {
  readonly at: number;
  readonly place: number;
  readonly text: string;
}

export interface Repair {
  readonly edits: readonly HistoryEdit[];
  readonly changes: readonly RepairChange[];
  /** To be stored before the request goes out. */
  readonly decisions: readonly (readonly [key: string, value: string])[];
  /** The fold to go on from when the history has grown. */
  readonly fold: RepairFold;
}

/**
 * Mends a broken history (wire 3.6). A fold over the messages: the same history gives the same edits, a grown one begins with the same
 * edits, and a repaired one needs none. `carried` is the fold of a history that this one begins with; without it all is read.
 */
export function repairHistory(document: HistoryDocument, context: RepairContext, carried?: RepairFold): Repair {
  const fold = carried ?? new RepairFold();
  const decisions = fold.advance(document, context);
  return { edits: fold.edits, changes: fold.changes, decisions, fold };
}
