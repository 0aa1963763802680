import { stableHashOf } from '../turn/stable-hash.ts';

/**
 * The place of a call, as decisions about it are named (contract 2.6): ids repeat, so `before`, the hash of the history before the model's
 * turn, and the position in that turn belong to it.
 */
export interface CallPlace {
  readonly scope: string;
  readonly before: string;
  readonly position: number;
  readonly id: string;
}

export const decisionKey = (kind: string, { scope, before, position, id }: CallPlace): string =>
  `${kind}:${stableHashOf([scope, before, String(position), id])}`;

/**
 * A request went out with this history, and how its open calls were settled then stays in every longer one (wire 3.6). The hash covers all
 * that a call's own key would name: what stands before it, its place and its id.
 */
export const sentHistoryKey = (scope: string, hash: string): string => `sent:${stableHashOf([scope, hash])}`;
