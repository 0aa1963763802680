import type { BodyPart } from './split-body.ts';

/** Parts of a body that are stored, with their numbers. */
export interface StoredParts {
  readonly parts: readonly BodyPart[];
  readonly numbers: readonly number[];
  /** Numbers of another life of the store mean nothing. */
  readonly life: number;
}

/** What is known of a body that shares its beginning with one that was stored before. */
export interface BodyOrigin {
  /** The parts at its beginning that are stored. */
  readonly known: StoredParts | undefined;
  /** Says what its parts are, for the body that comes next. */
  stored(parts: StoredParts): void;
}
