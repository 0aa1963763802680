import { isJsonObject } from '../../shared/json.ts';
import type { DialectCodec } from '../core/dialect/dialect.ts';
import type { TurnRequest } from '../core/turn/turn.ts';
import { decodeBody } from './body-encoding.ts';

/** Largest body that is read for inspection, encoded or not. */
export const MAX_REQUEST_BYTES = 64 * 1024 * 1024;

export type Inspection =
  | { readonly type: 'turn'; readonly request: TurnRequest; readonly text: string; readonly bytes: Buffer }
  /** Not this dialect's request: it is forwarded as it came. `limit` names a bound that was hit. */
  | { readonly type: 'uninspected'; readonly limit: string | undefined };

/** Reads a request body. The bytes are never changed here: what is not understood passes. */
export async function inspectRequest(body: Buffer, contentEncoding: string | undefined, codec: DialectCodec): Promise<Inspection> {
  const decoded = await decodeBody(body, contentEncoding, MAX_REQUEST_BYTES);
  if (!decoded.ok)
    return {
      type: 'uninspected',
      limit: decoded.error === 'too-large' ? `a decoded request body over ${MAX_REQUEST_BYTES} bytes` : undefined,
    };
  const text = decoded.value.toString('utf8');
  const value = parsed(text);
  if (!isJsonObject(value)) return { type: 'uninspected', limit: undefined };
  const request = codec.decodeRequest(value, text);
  if (!request.ok) return { type: 'uninspected', limit: undefined };
  return { type: 'turn', request: request.value, text, bytes: decoded.value };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
