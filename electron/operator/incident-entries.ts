import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Journal } from '../journal/journal-service.ts';
import { incidentTypes } from './incident-kinds.ts';

/** Entries that one list of incidents is made of. */
const mostEntries = 2000;
/** Alerts of types that are seldom one: each is an incident of its own. */
const mostOthers = 500;

interface Span {
  readonly session?: string | undefined;
  readonly before?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** What incidents are made of, oldest first: their own types, and every alert of any other, so that no notification leads nowhere. */
export async function incidentEntries(journal: Pick<Journal, 'query'>, span: Span): Promise<readonly JournalEntry[]> {
  const own = await journal.query({ query: '', types: [...incidentTypes], ...span, limit: mostEntries });
  const others = await journal.query({
    query: `level:alert ${incidentTypes.map((type) => `-type:${type}`).join(' ')}`,
    ...span,
    limit: mostOthers,
  });
  return [...own.entries, ...others.entries].sort((a, b) => a.seq - b.seq);
}
