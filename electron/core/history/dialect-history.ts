import type { JsonObject } from '../../../shared/json.ts';
import type { HistoryEdit } from './history-edit.ts';
import type { HistoryNode, NodeRef } from './history-node.ts';
import type { MessageList } from './message-list.ts';

/** What differs between the dialects in a history: how entries are read and written, and where results have to stand. */
export interface DialectHistory {
  /** The member of the request that holds the list. */
  readonly key: 'messages' | 'input';
  /** Every entry with calls is a message of its own; else neighbouring calls without results between them belong together. */
  readonly callsShareEntry: boolean;
  /** Results stand inside the next user message; else each is an entry of its own. */
  readonly resultsInMessage: boolean;
  /** Ids must differ over the whole history (errors.md part C1); else only inside one message. */
  readonly uniqueIds: boolean;
  /** Arguments are JSON text; else an object. */
  readonly argumentsAsText: boolean;
  /**
   * Names the stretch of history in which results may stand for a call: a result is in its place when its entry has the window of the
   * call's entry. `before` is the window of the entry before.
   */
  windowOf(node: HistoryNode, before: number): number;
  read(value: JsonObject, ref: NodeRef): HistoryNode;
  /** Makes one batch. Throws on a place that does not exist. */
  apply(list: MessageList, edits: readonly HistoryEdit[]): void;
}
