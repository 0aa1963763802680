import { Buffer } from 'node:buffer';
import type { BodyOrigin, StoredParts } from './body-origin.ts';
import type { SentBody, SentTape } from './body-transfer.ts';
import { type BodyKind, RecentBodies, type RecentBody } from './recent-bodies.ts';
import type { TapedTurn } from './turn-tape.ts';

/** A body in memory of its own, which the one that goes on from it takes over: no megabyte is made for a kilobyte that is new. */
interface HeldBody extends RecentBody {
  readonly memory: Buffer;
  /** The tape that it came with. */
  readonly tape: number;
  stored: StoredParts | undefined;
}

/** A body could not be put together: what the sender believes to be known here is not. Only a new pair of both goes on from there. */
export class OutOfStep extends Error {}

/** Tapes in their order, each put together when its turn comes. A body is valid until the next tape is asked for. */
export interface ReceivedTapes extends Iterable<TapedTurn> {
  /** Takes what was not asked for: both sides have to see the same bodies. */
  drain(): void;
}

/** The worker's side of `bodySender`. One instance for each life of the worker, which ends with an `OutOfStep` that was thrown. */
export function bodyReceiver(): (sent: readonly SentTape[]) => ReceivedTapes {
  const recent = new RecentBodies<HeldBody>();
  let tape = 0;
  const receive = (session: string, sent: SentBody, kind: BodyKind): { readonly bytes: Uint8Array; readonly origin: BodyOrigin } => {
    const base = recent.of(session).find(({ n }) => n === sent.base);
    if (base?.n !== sent.base) throw new Error(`body ${sent.n} goes on from body ${sent.base}, which is not known`);
    const length = sent.keep + sent.rest.length + sent.tail;
    const own = sent.continues && base !== undefined && base.tape !== tape;
    const memory = base === undefined ? roomFor(sent.rest) : joined(base, sent, own ? base.memory : undefined);
    const held: HeldBody = { n: sent.n, kind, length, memory, tape, stored: undefined };
    const known = base?.stored === undefined ? undefined : beginning(base.stored, sent.keep);
    recent.remember(session, held, sent.continues ? base : undefined);
    return {
      bytes: memory.subarray(0, length),
      origin: {
        known,
        stored: (parts) => {
          held.stored = parts;
        },
      },
    };
  };
  const unpack = ({ head, attempts, ...others }: SentTape): TapedTurn => {
    tape += 1;
    const body = receive(head.session, head.body, 'sent');
    return {
      ...others,
      head: { ...head, body: body.bytes, origin: body.origin },
      attempts: attempts.map((each) => {
        if (each.forwarded === undefined) return { ...each, forwarded: undefined };
        const { bytes, origin } = receive(head.session, each.forwarded, 'forwarded');
        return { ...each, forwarded: bytes, origin };
      }),
    };
  };
  const inStep = (sent: SentTape): TapedTurn => {
    try {
      return unpack(sent);
    } catch (cause) {
      throw new OutOfStep(`The journal's worker lost a request body: ${String(cause)}`);
    }
  };
  return (sent) => {
    let next = 0;
    const take = function* (): Iterator<TapedTurn> {
      for (let one = sent[next]; one !== undefined; one = sent[next]) {
        next += 1;
        yield inStep(one);
      }
    };
    return {
      [Symbol.iterator]: take,
      drain: () => {
        for (const _tape of { [Symbol.iterator]: take });
      },
    };
  };
}

const roomFor = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** The base's beginning, what is new, the base's end; in `own` memory when all of it fits. */
function joined(base: HeldBody, { keep, rest, tail }: SentBody, own: Buffer | undefined): Buffer {
  const length = keep + rest.length + tail;
  const fits = own !== undefined && own.length >= length;
  // A body that grew once grows again.
  const memory = fits ? own : Buffer.allocUnsafe(own === undefined ? length : length + (length >> 3));
  if (!fits) base.memory.copy(memory, 0, 0, keep);
  base.memory.copy(memory, keep + rest.length, base.length - tail, base.length);
  memory.set(rest, keep);
  return memory;
}

/** The parts that end before byte `shared`: what stands behind a part counts, too, for it ends the part. */
function beginning({ parts, numbers, life }: StoredParts, shared: number): StoredParts {
  let count = parts.length;
  while (count > 0 && (parts[count - 1]?.end ?? 0) >= shared) count -= 1;
  return { parts: parts.slice(0, count), numbers: numbers.slice(0, count), life };
}
