import { commonPrefix, commonSuffix } from './common-prefix.ts';
import { type BodyKind, minShared, RecentBodies, type RecentBody } from './recent-bodies.ts';
import type { TapedAttempt, TapedTurn } from './turn-tape.ts';

/** A request body on its way to the worker: what is new in it, between the beginning and the end of one that went before. */
export interface SentBody {
  /** Its number among all that were sent. */
  readonly n: number;
  /** The number of the session's recent body that it shares its beginning with; undefined: none. */
  readonly base: number | undefined;
  /** How many bytes of that body come first. */
  readonly keep: number;
  /** How many bytes of that body come last. */
  readonly tail: number;
  /** What stands between them. */
  readonly rest: Uint8Array;
  /** It is the base grown on: that one is not needed any more. */
  readonly continues: boolean;
}

/** A tape as it is posted to the worker. */
export interface SentTape extends Omit<TapedTurn, 'head' | 'attempts'> {
  readonly head: Omit<TapedTurn['head'], 'body'> & { readonly body: SentBody };
  readonly attempts: readonly (Omit<TapedAttempt, 'forwarded'> & { readonly forwarded: SentBody | undefined })[];
}

interface KnownBytes extends RecentBody {
  readonly bytes: Uint8Array;
}

/** Bytes of a body that may be gone from the one that goes on from it: a cache mark that moved, the end of the last message. */
const maxLost = 4096;

/**
 * A conversation resends all that was said, and what goes to a worker is copied twice: only what is new goes. One instance for each life
 * of the worker; `bodyReceiver` is the other side.
 */
export function bodySender(): (taped: TapedTurn) => SentTape {
  const recent = new RecentBodies<KnownBytes>();
  let sent = 0;
  const send = (session: string, bytes: Uint8Array, kind: BodyKind): SentBody => {
    const n = (sent += 1);
    let base: KnownBytes | undefined;
    let keep = 0;
    for (const one of recent.of(session)) {
      const shared = commonPrefix(one.bytes, bytes);
      // Of two that share as much the one of its own kind: it can be grown in place.
      if (shared < minShared || shared < keep || (shared === keep && one.kind !== kind)) continue;
      [base, keep] = [one, shared];
    }
    const tail = base === undefined ? 0 : commonSuffix(base.bytes, bytes, Math.min(base.length, bytes.length) - keep);
    const continues = base !== undefined && base.kind === kind && base.length - keep - tail <= maxLost;
    recent.remember(session, { n, kind, bytes, length: bytes.length }, continues ? base : undefined);
    return {
      n,
      base: base?.n,
      keep,
      tail,
      // A copy: what is posted takes all the memory along that it is a part of.
      rest: new Uint8Array(bytes.subarray(keep, bytes.length - tail)),
      continues,
    };
  };
  return ({ head, attempts, ...others }) => ({
    ...others,
    head: { ...head, body: send(head.session, head.body, 'sent') },
    attempts: attempts.map((each) => ({
      ...each,
      forwarded: each.forwarded === undefined ? undefined : send(head.session, each.forwarded, 'forwarded'),
    })),
  });
}
