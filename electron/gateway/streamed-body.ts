import { Buffer } from 'node:buffer';
import type { Dialect } from '../../shared/vocabulary.ts';
import { streamOfBody } from '../core/dialect/stream-of-body.ts';
import { createSseFramer, type SseFrame } from './sse-frames.ts';

/** The frames of a reply that came as one JSON body although a stream was asked for; undefined: it is no finished reply. */
export function streamedBody(dialect: Dialect, bytes: Buffer): readonly SseFrame[] | undefined {
  const wire = streamOfBody[dialect](bytes.toString('utf8'));
  return wire === undefined ? undefined : createSseFramer().push(Buffer.from(wire, 'utf8'));
}
