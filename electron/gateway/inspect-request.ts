import type { DialectCodec } from '../core/dialect/dialect.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import { decodeBody } from './body-encoding.ts';
import type { MessageHashes, RequestReader } from './request-reader.ts';

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
  const read = reader.read(decoded.value);
  const request = read === undefined ? undefined : codec.decodeRequest(read.value, text, read.rawLists);
  if (read === undefined || request?.ok !== true) return { type: 'uninspected', limit: undefined };
  return { type: 'turn', request: request.value, text, bytes: decoded.value, hashes: read.hashes };
}

/** Most turns never need the whole body as text. */
function textOnce(bytes: Buffer): () => string {
  let text: string | undefined;
  return () => (text ??= bytes.toString('utf8'));
}
