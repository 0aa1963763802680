import type { TurnHead, TurnTape } from './journal-port.ts';

/** Bytes that passed in one direction, with the time of each chunk. `marks` are pairs: epoch milliseconds, end offset. */
export interface TapedBytes {
  readonly bytes: Uint8Array;
  readonly marks: readonly number[];
}

export interface TapedAttempt {
  readonly attempt: number;
  readonly forwarded: string | undefined;
  readonly status: number | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly upstream: TapedBytes;
}

/** Everything that one turn's tape holds, as it goes to the store. */
export interface TapedTurn {
  readonly head: TurnHead;
  readonly attempts: readonly TapedAttempt[];
  /** What the client got; undefined when it is exactly the last attempt's bytes. */
  readonly client: TapedBytes | undefined;
  /** Bytes over the bound, which are not kept. */
  readonly dropped: number;
}

/** Most raw bytes kept of one turn, both directions together. Reaching it is the entry `limit-reached {kind:"tape"}`. */
export const maxTapeBytes = 32 * 1024 * 1024;

interface OpenAttempt {
  forwarded: string | undefined;
  status: number | undefined;
  headers: readonly (readonly [string, string])[];
  readonly chunks: Chunk[];
}

interface Chunk {
  readonly at: number;
  readonly bytes: Uint8Array | string;
}

/** Collects references while the turn runs; joins and hands over once, at the end. */
export function createTurnTape(head: TurnHead, now: () => number, store: (taped: TapedTurn) => void): TurnTape {
  const attempts = new Map<number, OpenAttempt>();
  const client: Chunk[] = [];
  let size = 0;
  let dropped = 0;
  let closed = false;
  const attemptOf = (number: number): OpenAttempt => {
    const known = attempts.get(number);
    if (known !== undefined) return known;
    const made: OpenAttempt = { forwarded: undefined, status: undefined, headers: [], chunks: [] };
    attempts.set(number, made);
    return made;
  };
  const keep = (list: Chunk[], bytes: Uint8Array | string): void => {
    if (closed || bytes.length === 0) return;
    if (size + bytes.length > maxTapeBytes) dropped += bytes.length;
    else {
      size += bytes.length;
      list.push({ at: now(), bytes });
    }
  };
  return {
    forwarded: (attempt, body) => {
      attemptOf(attempt).forwarded = body;
    },
    responseHead: (attempt, status, headers) => {
      const open = attemptOf(attempt);
      open.status = status;
      open.headers = headers;
    },
    upstreamBytes: (attempt, chunk) => keep(attemptOf(attempt).chunks, chunk),
    clientBytes: (chunk) => keep(client, chunk),
    close: () => {
      if (closed) return;
      closed = true;
      const taped = [...attempts].map(([attempt, { forwarded, status, headers, chunks }]) => ({
        attempt,
        forwarded,
        status,
        headers,
        upstream: join(chunks),
      }));
      const sent = join(client);
      const last = taped.at(-1);
      const same = last !== undefined && Buffer.compare(last.upstream.bytes, sent.bytes) === 0;
      store({ head, attempts: taped, client: same ? undefined : sent, dropped });
    },
  };
}

function join(chunks: readonly Chunk[]): TapedBytes {
  const parts = chunks.map(({ bytes }) => (typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : bytes));
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  const marks: number[] = [];
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    bytes.set(part, offset);
    offset += part.length;
    const at = chunks[index]?.at ?? 0;
    // Chunks of one millisecond are one mark.
    if (marks.at(-2) === at) marks[marks.length - 1] = offset;
    else marks.push(at, offset);
  }
  return { bytes, marks };
}
