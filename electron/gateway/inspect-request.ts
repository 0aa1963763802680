import { fail, ok, type Result } from '../../shared/result.ts';
import type { DialectCodec } from '../core/dialect/dialect.ts';
import type { RawText } from '../core/turn/raw-text.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import { decodeBody } from './body-encoding.ts';
import { hasTooMany, MAX_MESSAGES, type MessageHashes, type RequestReader } from './request-reader.ts';

/** Largest body that is read for inspection, encoded or not. */
export const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

export type Inspection =
  | {
      readonly type: 'turn';
      readonly request: TurnRequest;
      readonly text: () => string;
      readonly bytes: Buffer;
      readonly hashes: MessageHashes;
    }
  /** Not this dialect's request: it is forwarded as it came. `limit` names a bound that was hit. */
  | { readonly type: 'uninspected'; readonly limit: string | undefined };

/** Reads a request body. The bytes are never changed here: what is not understood passes. */
export async function inspectRequest(
  reader: RequestReader,
  body: Buffer,
  contentEncoding: string | undefined,
  codec: DialectCodec,
): Promise<Inspection> {
  const decoded = await decodeBody(body, contentEncoding, MAX_REQUEST_BYTES);
  if (!decoded.ok)
    return {
      type: 'uninspected',
      limit: decoded.error === 'too-large' ? `a decoded request body over ${MAX_REQUEST_BYTES} bytes` : undefined,
    };
  const text = textOnce(decoded.value);
  const read = readTurn(reader, codec, decoded.value, text);
  if (read.ok) return { type: 'turn', ...read.value, text, bytes: decoded.value };
  return { type: 'uninspected', limit: limits[read.error] };
}

/** `too-deep`: its values are nested deeper than the stack reaches. */
type ReadProblem = 'not-a-turn' | 'too-deep' | 'too-many';

/** The bound that was hit. */
const limits: Readonly<Record<ReadProblem, string | undefined>> = {
  'not-a-turn': undefined,
  'too-deep': 'a request body that is nested too deeply',
  'too-many': `a request of more than ${MAX_MESSAGES} messages`,
};

/** Reads the bytes of one body; `text` is the same as text. */
export function readTurn(
  reader: RequestReader,
  codec: DialectCodec,
  bytes: Buffer,
  text: RawText,
): Result<{ readonly request: TurnRequest; readonly hashes: MessageHashes }, ReadProblem> {
  try {
    const read = reader.read(bytes);
    if (read !== undefined && hasTooMany(read.value)) return fail('too-many');
    const request = read === undefined ? undefined : codec.decodeRequest(read.value, text, read.rawLists);
    return read !== undefined && request?.ok === true ? ok({ request: request.value, hashes: read.hashes }) : fail('not-a-turn');
  } catch (cause) {
    // `JSON.parse` takes any depth, `JSON.stringify` does not.
    if (cause instanceof RangeError) return fail('too-deep');
    throw cause;
  }
}

/** Most turns never need the whole body as text. */
function textOnce(bytes: Buffer): () => string {
  let text: string | undefined;
  return () => (text ??= bytes.toString('utf8'));
}
