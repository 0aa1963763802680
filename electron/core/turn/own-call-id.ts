import type { Dialect } from '../../../shared/vocabulary.ts';
import { type CallIdSeed, deriveCallId } from './call-id.ts';

/** The part of an id that says that no model made the call: it stands in the agent's history for good. */
const MARK = 'signalbox';
const OWN_ID = new RegExp(`^(?:call_|toolu_)${MARK}[0-9A-Za-z]{22}$`);
const NONE: ReadonlySet<string> = new Set();

/** The id of a call that Signalbox makes in the model's place: repeatable, and told apart from every other by its form. */
export function ownCallId(dialect: Dialect, seed: Pick<CallIdSeed, 'historyHash' | 'name' | 'arguments'>): string {
  const id = deriveCallId({ ...seed, dialect, style: 'dialect', position: 0 }, NONE);
  return id.replace('_', `_${MARK}`);
}

/** True for an id that `ownCallId` makes. */
export const isOwnCallId = (id: string): boolean => OWN_ID.test(id);
