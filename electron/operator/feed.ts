import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { Journal } from '../journal/journal-service.ts';

/** The feed as both hosts serve it (4.3): a reader pulls what follows its place, and is told when there is more. */
export interface Feed {
  /** At most `limit` announced entries after `seq`, in order and without gaps; from memory where it reaches back so far. */
  entriesAfter(seq: number, limit: number): Promise<readonly JournalEntry[]>;
  /** Told of each batch once it is on disk. Returns what ends it. */
  onEntries(listener: (entries: readonly JournalEntry[]) => void): () => void;
}

export function createFeed(journal: Pick<Journal, 'recent' | 'read' | 'subscribe' | 'lastSeq'>): Feed {
  return {
    entriesAfter: async (seq, limit) => {
      const recent = journal.recent(seq);
      if (recent !== undefined) return recent.slice(0, limit);
      // The file may be ahead of what was announced: those come with their batch.
      const last = journal.lastSeq();
      const stored = await journal.read(seq, limit);
      return stored.filter((entry) => entry.seq <= last);
    },
    onEntries: (listener) => journal.subscribe(listener),
  };
}
