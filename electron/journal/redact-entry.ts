import type { JournalEntry } from '../../shared/journal-entry.ts';
import { type KnownSecrets, redactValue } from '../core/secret/redact.ts';
import { redactPath } from './redact-headers.ts';

/** An entry as it may be stored and shown: every text of its body redacted, its head as it is. The same object when nothing was found. */
export function redactEntry(entry: JournalEntry, known: KnownSecrets): ReturnType<typeof redactValue<JournalEntry>> {
  const { seq, at, session, thread, turn, level, ...body } = entry;
  const redacted = redactValue(body, known);
  const path = body.type === 'turn-started' ? redactPath(body.path, known) : undefined;
  if (redacted.value === body && (path === undefined || path === (body as { path?: string }).path)) return { ...redacted, value: entry };
  const value = { seq, at, session, thread, turn, level, ...redacted.value, ...(path === undefined ? {} : { path }) } as JournalEntry;
  return { ...redacted, value };
}
