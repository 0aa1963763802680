import type { JournalEntry } from '../../shared/journal-entry.ts';
import { applyEntries } from './apply-entry.ts';
import type { ConsoleStore } from './console-store.ts';
import { emptyView, viewBounds } from './journal-view.ts';

/** The entry that says that the journal was cleared: what is shown here may be gone. */
export const isCleared = (entry: JournalEntry): boolean => entry.type === 'limit-reached' && entry.kind === 'cleared';

/** Folds the view anew from what the journal still has. Waiting approvals stay: their turns run, and those are never cleared. */
export async function reloadView(store: ConsoleStore): Promise<void> {
  const found: JournalEntry[] = [];
  for (let before: number | undefined; found.length < viewBounds.calls; ) {
    const page = await store.client.call('entries/query', { query: '', limit: 1000, ...(before === undefined ? {} : { before }) });
    if (!page.ok) return;
    found.push(...page.value.entries);
    const oldest = page.value.entries.at(-1);
    if (oldest === undefined || page.value.entries.length < 1000) break;
    before = oldest.seq;
  }
  const entries = found.sort((a, b) => a.seq - b.seq);
  store.setState(({ view }) => {
    const pending = [...view.approvals].filter(([, approval]) => approval.status.state === 'pending');
    const fresh = applyEntries({ ...emptyView, approvals: new Map(pending) }, entries);
    return {
      // What came since the question is asked for by the feed when the next entry shows the gap.
      view: { ...fresh, lastSeq: Math.max(fresh.lastSeq, entries.at(-1)?.seq ?? view.lastSeq) },
      missing: 0,
      selectedCall: undefined,
      selectedTurn: undefined,
    };
  });
}
