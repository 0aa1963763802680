import { Buffer } from 'node:buffer';
import type { BodyOrigin } from './body-origin.ts';
import { ByteLog, type TapedBytes } from './byte-log.ts';
import { ClientLog } from './client-log.ts';
import type { TurnHead, TurnTape } from './journal-port.ts';

export interface TapedAttempt {
  readonly attempt: number;
  readonly forwarded: Uint8Array | undefined;
  /** In the worker: where the forwarded body comes from. */
  readonly origin?: BodyOrigin | undefined;
  readonly status: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly upstream: TapedBytes;
}

/** Everything that one turn's tape holds, as it goes to the store. */
export interface TapedTurn {
  readonly head: Omit<TurnHead, 'body'> & { readonly body: Uint8Array; readonly origin?: BodyOrigin | undefined };
  readonly attempts: readonly TapedAttempt[];
  /** What the client got; undefined when it is exactly the last attempt's bytes. */
  readonly client: TapedBytes | undefined;
  /** Bytes over the bound, which are not kept. */
  readonly dropped: number;
}

/**
 * Most raw bytes kept of one turn, both directions together; the beginning that both share counts once. Reaching it is the entry
 * `limit-reached {kind:"tape"}`.
 */
export const maxTapeBytes = 32 * 1024 * 1024;

interface OpenAttempt {
  forwarded: Uint8Array | undefined;
  status: number | undefined;
  headers: readonly (readonly [string, string])[];
  readonly upstream: ByteLog;
}

/** Collects while the turn runs; hands over once, at the end. */
export function createTurnTape(head: TurnHead, now: () => number, store: (taped: TapedTurn) => void): TurnTape {
  const attempts = new Map<number, OpenAttempt>();
  const client = new ClientLog();
  let size = 0;
  let dropped = 0;
  let closed = false;
  const attemptOf = (number: number): OpenAttempt => {
    const known = attempts.get(number);
    if (known !== undefined) return known;
    const made: OpenAttempt = { forwarded: undefined, status: undefined, headers: [], upstream: new ByteLog() };
    attempts.set(number, made);
    client.follow(made.upstream);
    return made;
  };
  const keep = (log: ByteLog, bytes: Uint8Array | string): void => {
    if (closed || bytes.length === 0) return;
    if (size + bytes.length > maxTapeBytes) dropped += bytes.length;
    else {
      size += bytes.length;
      log.add(bytes, now());
    }
  };
  return {
    forwarded: (attempt, body) => {
      attemptOf(attempt).forwarded = bytesOf(body);
    },
    responseHead: (attempt, status, headers) => {
      const open = attemptOf(attempt);
      open.status = status;
      open.headers = headers;
    },
    upstreamBytes: (attempt, chunk) => keep(attemptOf(attempt).upstream, chunk),
    clientBytes: (chunk) => {
      if (!closed && chunk.length > 0) size += client.add(chunk, now(), maxTapeBytes - size);
    },
    close: () => {
      if (closed) return;
      closed = true;
      const taped = [...attempts].map(([attempt, { forwarded, status, headers, upstream }]) => ({
        attempt,
        forwarded,
        status,
        headers,
        upstream: upstream.taped(),
      }));
      const sent = client.taped();
      const last = taped.at(-1);
      const same = sent === undefined || (last !== undefined && Buffer.compare(last.upstream.bytes, sent.bytes) === 0);
      store({
        head: { ...head, body: bytesOf(head.body) },
        attempts: taped,
        client: same ? undefined : sent,
        dropped: dropped + client.dropped,
      });
    },
  };
}

const bytesOf = (body: Uint8Array | string): Uint8Array => (typeof body === 'string' ? Buffer.from(body, 'utf8') : body);
