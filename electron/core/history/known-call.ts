import type { CallNode, ResultNode } from './history-node.ts';

/** A call of the history and what answers it. */
export interface KnownCall {
  /** What is needed of it later; its arguments are not kept. */
  readonly node: Pick<CallNode, 'ref' | 'place' | 'id' | 'name'>;
  /** Its id from now on. */
  readonly id: string;
  readonly window: number;
  /** Counted over the calls of the model's turn. */
  readonly position: number;
  /** Hash of the history before the model's turn. */
  readonly before: string;
  readonly group: CallGroup;
  /** `foreign`: a custom or server-side call, which is left alone (contract 2.5.0). */
  answer: 'none' | 'result' | 'synthetic' | 'synthetic-and-text' | 'foreign';
}

/** Calls of one message, and dropped results that stood right in front of it. */
export interface CallGroup {
  readonly calls: KnownCall[];
  readonly early: readonly ResultNode[];
}
