import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '../../shared/result.ts';

/** Largest body of one call: room for `rules/try` with a whole reply. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;

/** Reads a JSON body; an empty one is `{}`. */
export async function readJsonBody(request: IncomingMessage): Promise<Result<unknown, 'too-large' | 'no-json' | 'gone'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return fail('too-large');
      chunks.push(chunk);
    }
  } catch {
    return fail('gone');
  }
  if (size === 0) return ok({});
  try {
    return ok(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return fail('no-json');
  }
}
