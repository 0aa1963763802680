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

/** A history in which something was sent: its number of messages and their rolling hash. */
export type Anchor = readonly [count: number, hash: string];

const MAX_ANCHORS = 4;

/** The anchors under a key; only those that the given history begins with still bind it. */
export function anchorsOf(stored: string | undefined): readonly Anchor[] {
  return stored === undefined ? [] : (JSON.parse(stored) as Anchor[]);
}

export const bindingAnchor = (anchors: readonly Anchor[], hashes: readonly string[]): Anchor | undefined =>
  anchors.find(([count, hash]) => count > 0 && hashes[count - 1] === hash);

export const withAnchor = (anchors: readonly Anchor[], anchor: Anchor): string => JSON.stringify([...anchors, anchor].slice(-MAX_ANCHORS));
