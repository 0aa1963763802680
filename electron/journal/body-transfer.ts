import { Buffer } from 'node:buffer';
import { commonPrefix } from './common-prefix.ts';
import type { TapedAttempt, TapedTurn } from './turn-tape.ts';

/** A request body on its way to the worker: what is new in it, behind the beginning of one that went before. */
interface SentBody {
  /** Which of the session's recent bodies it continues; undefined: none. */
  readonly base: number | undefined;
  /** How many bytes of that body come first. */
  readonly keep: number;
  readonly rest: Uint8Array;
}

/** A tape as it is posted to the worker. */
export interface SentTape extends Omit<TapedTurn, 'head' | 'attempts'> {
  readonly head: Omit<TapedTurn['head'], 'body'> & { readonly body: SentBody };
  readonly attempts: readonly (Omit<TapedAttempt, 'forwarded'> & { readonly forwarded: SentBody | undefined })[];
}

/** One side of the transfer. Both sides see the same bodies in the same order, so that both remember the same ones. */
export interface BodyTransfer {
  pack(taped: TapedTurn): SentTape;
  unpack(sent: SentTape): TapedTurn;
}

const maxPerSession = 4;
const maxBytes = 16 * 1024 * 1024;
const minShared = 1024;

/**
 * A conversation resends all that was said, and what goes to a worker is copied twice: only what is new goes. One instance for
 * each side and each life of the worker.
 */
export function bodyTransfer(): BodyTransfer {
  /** Least recently used session first; the newest body of each first. */
  const sessions = new Map<string, readonly Uint8Array[]>();
  let size = 0;
  const remember = (session: string, body: Uint8Array, base: number | undefined): void => {
    const before = sessions.get(session) ?? [];
    const others = before.filter((_body, index) => index !== base).slice(0, maxPerSession - 1);
    sessions.delete(session);
    sessions.set(session, [body, ...others]);
    size += body.length + sizeOf(others) - sizeOf(before);
    for (const [oldest, bodies] of sessions) {
      if (size <= maxBytes) break;
      sessions.delete(oldest);
      size -= sizeOf(bodies);
    }
  };
  const packBody = (session: string, body: Uint8Array): SentBody => {
    let [base, keep]: [number | undefined, number] = [undefined, 0];
    for (const [index, known] of (sessions.get(session) ?? []).entries()) {
      const shared = commonPrefix(known, body);
      if (shared >= minShared && shared > keep) [base, keep] = [index, shared];
    }
    remember(session, body, base);
    // A copy: what is posted takes all the memory along that it is a part of.
    return { base, keep, rest: new Uint8Array(body.subarray(keep)) };
  };
  const unpackBody = (session: string, { base, keep, rest }: SentBody): Uint8Array => {
    const known = base === undefined ? undefined : sessions.get(session)?.[base];
    const body = known === undefined ? rest : Buffer.concat([known.subarray(0, keep), rest]);
    remember(session, body, base);
    return body;
  };
  return {
    pack: ({ head, attempts, ...others }) => ({
      ...others,
      head: { ...head, body: packBody(head.session, head.body) },
      attempts: attempts.map((each) => ({
        ...each,
        forwarded: each.forwarded === undefined ? undefined : packBody(head.session, each.forwarded),
      })),
    }),
    unpack: ({ head, attempts, ...others }) => ({
      ...others,
      head: { ...head, body: unpackBody(head.session, head.body) },
      attempts: attempts.map((each) => ({
        ...each,
        forwarded: each.forwarded === undefined ? undefined : unpackBody(head.session, each.forwarded),
      })),
    }),
  };
}

const sizeOf = (bodies: readonly Uint8Array[]): number => bodies.reduce((sum, body) => sum + body.length, 0);
