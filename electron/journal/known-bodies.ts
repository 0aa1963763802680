import { commonPrefix } from './common-prefix.ts';
import type { BodyPart } from './split-body.ts';

/** A body that was stored, with its parts and their numbers. */
export interface KnownBody {
  readonly body: Uint8Array;
  readonly parts: readonly BodyPart[];
  readonly numbers: readonly number[];
}

/** What a new body shares with one that was stored before. */
export interface SharedParts {
  readonly parts: readonly BodyPart[];
  readonly numbers: readonly number[];
}

/** The newest bodies of each session: a conversation resends all that was said, so a turn costs what is new in it (wire 3.9). */
export interface KnownBodies {
  /** The parts at the beginning of `body` that a body of the same session has byte for byte. */
  longest(session: number, body: Uint8Array): SharedParts;
  remember(session: number, known: KnownBody): void;
  forget(): void;
}

/** Sub-agents and title requests take turns with the conversation itself. */
const maxPerSession = 4;
const maxBytes = 16 * 1024 * 1024;
const nothing: SharedParts = { parts: [], numbers: [] };

export function knownBodies(): KnownBodies {
  /** Least recently used session first; the newest body of each first. */
  const sessions = new Map<number, KnownBody[]>();
  let size = 0;
  const drop = (session: number): void => {
    for (const { body } of sessions.get(session) ?? []) size -= body.length;
    sessions.delete(session);
  };
  return {
    longest(session, body) {
      let best = nothing;
      for (const known of sessions.get(session) ?? []) {
        const count = sharedParts(known, body);
        if (count > best.parts.length) best = { parts: known.parts.slice(0, count), numbers: known.numbers.slice(0, count) };
      }
      return best;
    },
    remember(session, known) {
      const before = sessions.get(session) ?? [];
      // The body that this one continues is not needed any more.
      const others = before.filter((one) => !continues(known, one)).slice(0, maxPerSession - 1);
      drop(session);
      const kept = [known, ...others];
      for (const { body } of kept) size += body.length;
      sessions.set(session, kept);
      for (const [oldest] of sessions) {
        if (size <= maxBytes) break;
        drop(oldest);
      }
    },
    forget() {
      sessions.clear();
      size = 0;
    },
  };
}

/** How many parts from the first on stand in `body`, too. What is behind each is compared as well: it ends the part. */
function sharedParts({ body: base, parts }: KnownBody, body: Uint8Array): number {
  const shared = commonPrefix(base, body);
  let count = parts.length;
  while (count > 0 && (parts[count - 1]?.end ?? 0) >= shared) count -= 1;
  return count;
}

/** All of the older body's parts but its last few are the newer one's. */
const continues = (newer: KnownBody, older: KnownBody): boolean => {
  const near = older.numbers.length - 3;
  return (
    near > 0 && newer.numbers.length >= near && newer.numbers[near - 1] === older.numbers[near - 1] && newer.numbers[0] === older.numbers[0]
  );
};
