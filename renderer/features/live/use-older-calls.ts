import { useCallback, useEffect, useState } from 'react';
import { useConsole } from '../../store/console-store.ts';
import { applyEntries } from '../../store/apply-entry.ts';
import { type FilterWord, journalQuery, matchesFilter } from '../../store/filter-words.ts';
import { type CallRecord, emptyView } from '../../store/journal-view.ts';
import { callTypes } from './call-types.ts';

export interface OlderCalls {
  readonly calls: readonly CallRecord[];
  readonly state: 'idle' | 'loading' | 'end';
  /** Asks the journal for the page before the oldest call that is shown. */
  load(): void;
}

const pageSize = 500;
/** Calls older than this window holds. The filter runs in the journal, not over the renderer's memory (design 6, "Under load"). */
export function useOlderCalls(filter: string, words: readonly FilterWord[]): OlderCalls {
  const store = useConsole();
  const [found, setFound] = useState<{ readonly calls: readonly CallRecord[]; readonly state: OlderCalls['state'] }>({
    calls: [],
    state: 'idle',
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter starts again
  useEffect(() => setFound({ calls: [], state: 'idle' }), [filter]);
  const load = useCallback(() => {
    const oldest = found.calls[0]?.seq ?? store.getState().view.calls.rows[0]?.seq;
    if (oldest === undefined || oldest <= 1 || found.state !== 'idle') return setFound((before) => ({ ...before, state: 'end' }));
    setFound((before) => ({ ...before, state: 'loading' }));
    void store.client
      .call('entries/query', { query: journalQuery(words), types: [...callTypes], before: oldest, limit: pageSize })
      .then((answer) => {
        if (!answer.ok) {
          setFound((before) => ({ ...before, state: 'idle' }));
          return store.toast(answer.error.message, 'problem');
        }
        const entries = [...answer.value.entries].sort((a, b) => a.seq - b.seq);
        const page = applyEntries(emptyView, entries).calls.rows.filter((call) => matchesFilter(call, words));
        setFound((before) => ({ calls: [...page, ...before.calls], state: entries.length < pageSize ? 'end' : 'idle' }));
      });
  }, [found, store, words]);
  return { ...found, load };
}
