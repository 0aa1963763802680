import { createHash } from 'node:crypto';

/** A trace id (32 hex digits) for a session: the same session has the same trace in every export. */
export const traceIdOf = (session: string): string => digest(`trace\n${session}`, 32);

/** A span id (16 hex digits) for a turn or a call in it. */
export const spanIdOf = (...parts: readonly string[]): string => digest(`span\n${parts.join('\n')}`, 16);

function digest(text: string, length: number): string {
  const hex = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, length);
  // An id of zeros alone means "none".
  return /^0+$/.test(hex) ? `${hex.slice(0, -1)}1` : hex;
}
