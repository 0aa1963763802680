import { Buffer } from 'node:buffer';
import type { Dialect } from '../../shared/vocabulary.ts';
import { bodyOfStream } from '../core/dialect/body-of-stream.ts';
import { createSseFramer } from './sse-frames.ts';

/** How an event stream begins, with or without a byte order mark. */
const BEGINNING = /^(?:\u{feff})?\s*(?:data|event|id|retry)?:/u;

/** The JSON body of a reply that came as a stream although none was asked for; undefined: it is no stream, or an unfinished one. */
export function unstreamedBody(dialect: Dialect, bytes: Buffer): Buffer | undefined {
  if (!BEGINNING.test(bytes.toString('utf8', 0, 64))) return undefined;
  const framer = createSseFramer();
  const data: string[] = [];
  for (const frame of [...framer.push(bytes), ...framer.flush()]) if (frame.data !== undefined) data.push(frame.data);
  const body = bodyOfStream[dialect](data);
  return body === undefined ? undefined : Buffer.from(body, 'utf8');
}
