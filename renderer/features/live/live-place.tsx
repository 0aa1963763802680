import { ArrowDownToLine, Pause, Pin, Play } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { count, plural } from '../../components/format-units.ts';
import { Splitter } from '../../components/splitter.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { filterRows, parseFilter } from '../../store/filter-words.ts';
import type { CallRecord } from '../../store/journal-view.ts';
import { pinOfCall, togglePin } from '../../store/pins.ts';
import { selectCall } from '../../store/selectors.ts';
import { CallDetail } from './call-detail.tsx';
import { callMenu } from './call-menu.ts';
import { CallList, LiveHead } from './call-list.tsx';
import { FirstRun } from './first-run.tsx';
import { SavedFilters } from './saved-filters.tsx';
import { useOlderCalls } from './use-older-calls.ts';
import { usePinnedCalls } from './use-pinned-calls.ts';

/** Every tool call of every session as it happens, newest last. */
export function LivePlace() {
  const store = useConsole();
  const filter = useConsoleState((state) => state.preferences.filter);
  const detailWidth = useConsoleState((state) => state.preferences.detailWidth);
  const selectedId = useConsoleState((state) => state.selectedCall);
  const nothingYet = useConsoleState((state) => state.view.calls.rows.length === 0 && state.view.turns.size === 0);
  const live = useConsoleState((state) => state.view.calls.rows);
  const [frozen, setFrozen] = useState<readonly CallRecord[] | undefined>(undefined);
  const [following, setFollowing] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const words = useMemo(() => parseFilter(filter), [filter]);
  const judge = useMemo(() => filterRows(words), [words]);
  const [pinnedOnly, setPinnedOnly] = useState(false);
  const pinned = usePinnedCalls(pinnedOnly);
  const pinnedCount = useConsoleState((state) => [...state.pins.values()].filter(({ kind }) => kind === 'call').length);
  const source = pinnedOnly ? pinned : (frozen ?? live);
  const shown = useMemo(() => judge(source), [judge, source]);
  const older = useOlderCalls(filter, words);
  const rows = useMemo(
    () =>
      older.calls.length === 0 || pinnedOnly ? shown : [...older.calls.filter((call) => call.seq < (shown[0]?.seq ?? Infinity)), ...shown],
    [older.calls, shown, pinnedOnly],
  );
  const selected =
    useConsoleState((state) => (selectedId === undefined ? undefined : selectCall(state.view, selectedId))) ??
    rows.find((call) => call.id === selectedId);

  const select = useCallback((id: string | undefined) => store.setState({ selectedCall: id }), [store]);
  const move = (step: number): void => {
    const at = rows.findIndex((call) => call.id === selectedId);
    const next = rows[at === -1 ? rows.length - 1 : Math.min(rows.length - 1, Math.max(0, at + step))];
    if (next === undefined) return;
    if (step < 0) setFollowing(false);
    select(next.id);
  };
  const close = useCallback(() => select(undefined), [select]);
  const leave = useCallback(() => setFollowing(false), []);
  const follow = useCallback(() => setFollowing(true), []);
  const setFilter = useCallback((next: string) => store.prefer({ filter: next }), [store]);
  const openTurn = useCallback(
    (call: CallRecord): void => {
      store.setState({ selectedSession: call.session, selectedTurn: call.turn });
      store.go('sessions');
    },
    [store],
  );
  const togglePinned = (): void => setPinnedOnly((before) => !before && pinnedCount > 0);
  const togglePause = (): void => setFrozen((before) => (before === undefined ? store.getState().view.calls.rows : undefined));
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    down: (event) => {
      event.preventDefault();
      move(1);
    },
    up: (event) => {
      event.preventDefault();
      move(-1);
    },
    first: () => {
      setFollowing(false);
      select(rows[0]?.id);
    },
    last: () => {
      setFrozen(undefined);
      setFollowing(true);
    },
    pause: togglePause,
    pinned: togglePinned,
    pin: () => {
      if (selected !== undefined) void togglePin(store, pinOfCall(selected));
    },
    filter: (event) => {
      event.preventDefault();
      field.current?.focus();
    },
    enter: (event) => {
      if (event.target instanceof Element && event.target.closest('button, [role="tab"]') !== null) return;
      if (selectedId === undefined) move(1);
    },
    leave: () => select(undefined),
    open: () => {
      if (selected !== undefined) openTurn(selected);
    },
  });
  const latest = useRef(rows);
  latest.current = rows;
  const menuOf = useCallback(
    (id: string) => {
      const call = selectCall(store.getState().view, id) ?? latest.current.find((row) => row.id === id);
      return call === undefined ? [] : callMenu(store, call);
    },
    [store],
  );

  return (
    <>
      <div className="bar">
        <h1>Live</h1>
        <FilterField value={filter} onChange={setFilter} inputRef={field} />
        <span className="count nw">
          {words.length === 0 ? plural(source.length, 'call') : `${count(shown.length)} of ${count(source.length)}`}
        </span>
        {pinnedCount === 0 && !pinnedOnly ? null : (
          <Button icon={Pin} keys="S" aria-pressed={pinnedOnly} onClick={togglePinned}>
            Pinned {count(pinnedCount)}
          </Button>
        )}
        <SavedFilters filter={filter} />
        <Button icon={ArrowDownToLine} keys="G" aria-pressed={following} onClick={() => setFollowing((before) => !before)}>
          {following ? 'Following' : 'Follow'}
        </Button>
        <Button
          icon={frozen === undefined ? Pause : Play}
          aria-label={frozen === undefined ? 'Pause (P)' : 'Go on (P)'}
          aria-pressed={frozen !== undefined}
          onClick={togglePause}
        />
      </div>
      {nothingYet ? (
        <>
          <LiveHead />
          <FirstRun />
        </>
      ) : (
        <div className="cols">
          <CallList
            rows={rows}
            selected={selectedId}
            selectedSeq={selected?.seq}
            following={following && frozen === undefined && !pinnedOnly}
            older={older}
            paused={frozen === undefined ? undefined : live.length - frozen.length}
            filtered={words.length > 0}
            pinnedOnly={pinnedOnly}
            onSelect={select}
            onLeave={leave}
            onEnd={follow}
            menuOf={menuOf}
          />
          {selected === undefined ? null : (
            <>
              <Splitter
                label="Width of the call pane"
                width={detailWidth}
                min={320}
                max={900}
                onWidth={(width) => store.prefer({ detailWidth: width })}
              />
              <CallDetail call={selected} width={detailWidth} onClose={close} onOpenTurn={openTurn} />
            </>
          )}
        </div>
      )}
    </>
  );
}
