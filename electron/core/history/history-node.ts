import type { Json } from '../../../shared/json.ts';

/**
 * A place in a history. `at` is the index in the list that the agent sent; `extra` 0 is that entry itself, 1… are entries that
 * Signalbox put behind it. Places stay what they are while a history grows.
 */
export interface NodeRef {
  readonly at: number;
  readonly extra: number;
}

/** A call as it stands in a history. */
export interface CallNode {
  readonly ref: NodeRef;
  /** Index in the entry's own list of calls or blocks. */
  readonly place: number;
  /** '' where the dialect's member is missing or of another kind. */
  readonly id: string;
  readonly name: string;
  /** Only `function` calls are ever changed (contract 2.5.0). */
  readonly kind: 'function' | 'custom' | 'server';
  /** The arguments as they were sent: text in Chat and Responses, an object in Anthropic; undefined: none. */
  readonly input: Json | undefined;
}

/** A result as it stands in a history. */
export interface ResultNode {
  readonly ref: NodeRef;
  readonly place: number;
  readonly callId: string;
  /** The joined text blocks. */
  readonly text: string;
  /** The dialect's error flag; undefined where it has none or sent none. */
  readonly isError: boolean | undefined;
  /** The texts of its text blocks in order; a plain string is one block. */
  readonly blocks: readonly string[];
  /** Nothing at all is in it. */
  readonly empty: boolean;
}

/** One entry of a history, dialect-free. Texts are read when they are asked for. */
export interface HistoryNode {
  readonly ref: NodeRef;
  /** `tool`: holds results only. Anthropic results stand in `user` entries. `other` is anything that is neither said nor called. */
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other';
  readonly text: string;
  readonly calls: readonly CallNode[];
  readonly results: readonly ResultNode[];
  /** Faults of shape inside this entry that can be mended by leaving something out. */
  readonly flaws: readonly NodeFlaw[];
}

export type NodeFlaw =
  /** `tool_calls: []` (field protocol-010). */
  | { readonly type: 'empty-calls' }
  /** A text block without text, which the dialect refuses (errors.md part C1). */
  | { readonly type: 'empty-text'; readonly place: number }
  /** Other blocks stand before results. */
  | { readonly type: 'results-not-first' };
