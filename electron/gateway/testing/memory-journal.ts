import type { EntryType, JournalEntry } from '../../../shared/journal-entry.ts';
import type { JournalPort, TurnHead } from '../../journal/journal-port.ts';

export interface MemoryJournal extends JournalPort {
  readonly entries: readonly JournalEntry[];
  readonly tapes: readonly MemoryTape[];
  of<T extends EntryType>(type: T): Extract<JournalEntry, { type: T }>[];
}

export interface MemoryTape {
  readonly head: TurnHead;
  readonly upstream: Buffer[];
  readonly client: Buffer[];
  readonly forwarded: string[];
  readonly statuses: number[];
  closed: boolean;
}

/** A journal that a test can look into. */
export function createMemoryJournal(): MemoryJournal {
  const entries: JournalEntry[] = [];
  const tapes: MemoryTape[] = [];
  return {
    entries,
    tapes,
    of: <T extends EntryType>(type: T) => entries.filter((entry): entry is Extract<JournalEntry, { type: T }> => entry.type === type),
    append(entry) {
      const full = { seq: entries.length + 1, at: 0, ...entry } as JournalEntry;
      entries.push(full);
      return full;
    },
    openTape(head) {
      const tape: MemoryTape = { head, upstream: [], client: [], forwarded: [], statuses: [], closed: false };
      tapes.push(tape);
      return {
        forwarded: (_attempt, body) => void tape.forwarded.push(Buffer.from(body as string).toString()),
        responseHead: (_attempt, status) => void tape.statuses.push(status),
        upstreamBytes: (_attempt, chunk) => void tape.upstream.push(Buffer.from(chunk)),
        clientBytes: (chunk) => void tape.client.push(Buffer.from(chunk as string)),
        close: () => {
          tape.closed = true;
        },
      };
    },
  };
}
