import { useEffect, useMemo, useState } from 'react';
import { applyEntries } from '../../store/apply-entry.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { type CallRecord, emptyView } from '../../store/journal-view.ts';
import { selectCall } from '../../store/selectors.ts';
import { callTypes } from './call-types.ts';

const entriesOfTurn = 1_000;

/** Pinned calls in the order in which they came. Those that this window holds no more are folded anew from the entries of their turn. */
export function usePinnedCalls(wanted: boolean): readonly CallRecord[] {
  const store = useConsole();
  const pins = useConsoleState((state) => state.pins);
  const rows = useConsoleState((state) => (wanted ? state.view.calls.rows : undefined));
  const [older, setOlder] = useState<ReadonlyMap<string, CallRecord>>(new Map());
  const calls = useMemo(() => [...pins.values()].filter(({ kind }) => kind === 'call'), [pins]);
  useEffect(() => {
    if (!wanted) return undefined;
    let current = true;
    const { view } = store.getState();
    const turns = new Set(calls.filter(({ id }) => selectCall(view, id) === undefined).map(({ turn }) => turn));
    void Promise.all(
      [...turns].map((turn) => store.client.call('entries/query', { query: '', types: [...callTypes], turn, limit: entriesOfTurn })),
    ).then((answers) => {
      if (!current) return;
      const found = answers.flatMap((answer) =>
        answer.ok
          ? applyEntries(
              emptyView,
              [...answer.value.entries].sort((a, b) => a.seq - b.seq),
            ).calls.rows
          : [],
      );
      setOlder(new Map(found.map((call) => [call.id, call])));
    });
    return () => {
      current = false;
    };
  }, [store, calls, wanted]);
  return useMemo(
    () =>
      rows === undefined
        ? []
        : calls.flatMap(({ id }) => selectCall(store.getState().view, id) ?? older.get(id) ?? []).sort((a, b) => a.seq - b.seq),
    [calls, older, rows, store],
  );
}
