import type { Dialect } from '../../../shared/vocabulary.ts';
import type { MendPast } from './past-arguments.ts';

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
  /** The server was asked to write the last message on: calls in it are not finished. */
  readonly continued: boolean;
}

/** One change, for the journal: where it was made and what it was. */
export interface RepairChange {
  readonly at: number;
  readonly place: number;
  readonly text: string;
}
