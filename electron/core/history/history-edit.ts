import type { NodeRef } from './history-node.ts';

/** A call or result inside one entry. */
export interface PartRef extends NodeRef {
  readonly place: number;
}

/**
 * One change of a history, as data: it can be made again on the same history, or on a longer one that begins with it. All edits of one
 * batch speak of places before the batch. They are made in the order of this list where they meet at one place.
 */
export type HistoryEdit =
  /** `arguments` is the JSON text of an object; `quote`: the value that stands there, as the text that the dialect wants. */
  | {
      readonly type: 'set-call';
      readonly call: PartRef;
      readonly id?: string | undefined;
      readonly arguments?: string | { readonly quote: true } | undefined;
    }
  | { readonly type: 'set-result-id'; readonly result: PartRef; readonly id: string }
  | { readonly type: 'drop-result'; readonly result: PartRef }
  /**
   * A result goes behind the entry `behind`, among the results of its message; `order` sorts those that meet there. `alone`: a request ended
   * there, so that its results went out as a message of their own; nothing that came later joins it.
   */
  | {
      readonly type: 'place-result';
      readonly behind: NodeRef;
      readonly order: number;
      readonly callId: string;
      readonly from: PartRef | { readonly text: string };
      readonly alone?: boolean | undefined;
    }
  /** A result becomes a message of the user that says what it was; it goes behind the entry `behind`. */
  | { readonly type: 'result-to-text'; readonly result: PartRef; readonly note: string; readonly behind: NodeRef }
  | { readonly type: 'results-first'; readonly node: NodeRef }
  | { readonly type: 'drop-text'; readonly node: NodeRef; readonly place: number }
  | { readonly type: 'drop-calls'; readonly node: NodeRef }
  /** Replaces one text block of a result (`block` counts its text blocks); other blocks, their order and marks stay. */
  | { readonly type: 'set-result-text'; readonly result: PartRef; readonly block: number; readonly text: string }
  /** Adds text behind what a result holds. */
  | { readonly type: 'add-result-text'; readonly result: PartRef; readonly text: string }
  /** Words for the model behind an entry: a text block of the same user message where the dialect has results there, else a user message. */
  | { readonly type: 'add-user-text'; readonly behind: NodeRef; readonly text: string }
  | { readonly type: 'add-assistant-text'; readonly behind: NodeRef; readonly text: string }
  /** Sets or removes the text beside calls. */
  | { readonly type: 'set-text'; readonly node: NodeRef; readonly text: string | null }
  /** Removes members of the request itself. */
  | { readonly type: 'drop-members'; readonly names: readonly string[] };

export type EditOf<T extends HistoryEdit['type']> = Extract<HistoryEdit, { readonly type: T }>;
