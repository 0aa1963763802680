import type { JournalEntry } from '../../shared/journal-entry.ts';

/** How many calls wait, told by the journal. */
export class PendingApprovals {
  readonly #ids = new Set<string>();

  get count(): number {
    return this.#ids.size;
  }

  /** True when the entry changed the number. */
  apply(entry: JournalEntry): boolean {
    if (entry.type === 'tool-call-held') {
      this.#ids.add(entry.approval.id);
      return true;
    }
    return entry.type === 'approval-settled' && this.#ids.delete(entry.id);
  }
}
