import type { HistoryDocument } from './history-document.ts';
import type { HistoryEdit } from './history-edit.ts';
import type { RepairChange, RepairContext } from './repair-context.ts';
import { RepairFold } from './repair-fold.ts';

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
