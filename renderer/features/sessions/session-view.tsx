import { Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { SessionRow, TurnRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { PinButton } from '../../components/pin-button.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { Switch } from '../../components/switch.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { SessionMark, sessionLabel } from '../../components/session-mark.tsx';
import { plural } from '../../components/format-units.ts';
import { outcomeWords } from '../../components/outcome-words.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import type { SessionRecord, TurnRecord } from '../../store/journal-view.ts';
import { pinOfSession, pinOfTurn, togglePin } from '../../store/pins.ts';
import { selectTurns } from '../../store/selectors.ts';
import { useCalmState } from '../../store/use-calm-state.ts';
import { TurnTimeline } from './turn-timeline.tsx';
import { TurnView } from './turn-view.tsx';

/** One session: its turns on a time axis, and below it the turn that is looked at. */
export function SessionView({ session, settings }: { readonly session: SessionRecord; readonly settings: SessionRow | undefined }) {
  const store = useConsole();
  const allTurns = useCalmState((state) => state.view.turns);
  const turns = useMemo(() => selectTurns(store.getState().view, session.session), [allTurns, session.session, store]);
  const stored = useStoredTurns(session.session, turns.length);
  const selected = useConsoleState((state) => state.selectedTurn);
  // A running turn has nothing to show yet: the last one that ended is the newest that can be read.
  const current = selected ?? (turns.findLast((turn) => turn.ended !== undefined) ?? turns.at(-1))?.turn ?? stored[0]?.turn;
  const listed = turns.length === 0 ? [...stored].reverse() : turns;
  const shown = listed.find(({ turn }) => turn === current);
  const selectTurn = useCallback((turn: string) => store.setState({ selectedTurn: turn }), [store]);
  const moveTurn = (step: number): void => {
    const at = listed.findIndex(({ turn }) => turn === current);
    const next = listed[Math.min(listed.length - 1, Math.max(0, at + step))];
    if (next !== undefined) selectTurn(next.turn);
  };
  const pin =
    current === undefined
      ? undefined
      : pinOfTurn({ turn: current, session: session.session, at: shown?.at ?? session.lastAt }, turnLabel(shown));
  useKeys({
    nextTurn: () => moveTurn(1),
    previousTurn: () => moveTurn(-1),
    pin: () => {
      if (pin !== undefined) void togglePin(store, pin);
    },
  });
  const calls = turns.reduce((sum, turn) => sum + turn.calls.length, 0);
  const reasks = turns.reduce((sum, turn) => sum + turn.reasks.length, 0);
  const facts = [
    plural(session.turns, 'turn'),
    plural(calls, 'call'),
    ...(['recovered', 'healed', 'held', 'refused', 'cancelled'] as const).flatMap((state) =>
      (session.states[state] ?? 0) > 0 ? [`${session.states[state]} ${state}`] : [],
    ),
    ...(reasks > 0 ? [plural(reasks, 're-ask')] : []),
  ];
  return (
    <section className="pane grow" aria-label={`Session ${inertLine(session.session, 60)}`}>
      <div className="bar sub">
        <SessionMark session={session.session} strong />
        <span className="sm two nw wide-only">{inertLine(session.agent, 30)}</span>
        <span className="sm two ell gives" title={inertLine(session.model, 300)}>
          {inertLine(session.model, 120)}
          {session.upstream === '' ? null : <span className="wide-only"> on {inertLine(session.upstream, 40)}</span>}
        </span>
        <span className="sm muted ell">{facts.join(', ')}</span>
        <span className="spring" />
        <PinButton pin={pinOfSession(session)} keys="Shift B" />
        <Button
          look="ghost"
          icon={Download}
          onClick={() =>
            store.setState({
              overlay: 'export',
              handOver: { scope: { session: session.session }, title: `Session ${sessionLabel(session.session)}` },
            })
          }
        >
          Export…
        </Button>
        {settings === undefined ? null : <SessionSwitches row={settings} />}
      </div>
      {turns.length === 0 ? (
        <StoredTurns rows={stored} selected={current} />
      ) : (
        <TurnTimeline turns={turns} selected={current} onSelect={selectTurn} onMove={moveTurn} />
      )}
      {current === undefined ? null : <TurnView turn={current} pin={pin} />}
    </section>
  );
}

/** What a pinned turn is called: its number where it is known, and how the agent's request began. */
const turnLabel = (turn: TurnRecord | TurnRow | undefined): string => {
  if (turn === undefined) return 'turn';
  const number = 'number' in turn && turn.number !== undefined ? `Turn ${turn.number}` : 'Turn';
  return turn.title === '' ? number : `${number}: ${turn.title}`;
};

/** What this session does with holds, loops and recovery; the whole product's settings stand under Settings. */
function SessionSwitches({ row }: { readonly row: SessionRow }) {
  const store = useConsole();
  const [state, setState] = useState(row);
  const set = (change: { readonly hold?: boolean; readonly loops?: boolean; readonly recovery?: boolean }): void => {
    void store.client.call('sessions/set', { session: row.session, ...change }).then((answer) => {
      if (answer.ok) setState(answer.value.session);
      else store.toast(answer.error.message, 'problem');
    });
  };
  return (
    <div className="flex switches" role="group" aria-label="In this session">
      <Switch
        label="Recovery"
        hint="Off: a call that this session writes as text stays text"
        on={state.recovery}
        onChange={(recovery) => set({ recovery })}
      />
      <Switch label="Hold all" hint="On: every call of this session waits for you" on={state.hold} onChange={(hold) => set({ hold })} />
      <Switch
        label="Watch loops"
        hint="Off: loops and repeated mistakes of this session open no circuit"
        on={state.loops}
        onChange={(loops) => set({ loops })}
      />
    </div>
  );
}

function useStoredTurns(session: string, known: number): readonly TurnRow[] {
  const store = useConsole();
  const [rows, setRows] = useState<readonly TurnRow[]>([]);
  useEffect(() => {
    if (known > 0) return undefined;
    let current = true;
    void store.client.call('turns/list', { session, limit: 200 }).then((answer) => {
      if (current && answer.ok) setRows(answer.value.turns);
    });
    return () => {
      current = false;
    };
  }, [store, session, known]);
  return rows;
}

/** Turns that are older than this window: a plain list, since their entries are not here. */
function StoredTurns({ rows, selected }: { readonly rows: readonly TurnRow[]; readonly selected: string | undefined }) {
  const store = useConsole();
  return (
    <div className="timeline">
      {rows.map((row) => (
        <button
          key={row.turn}
          type="button"
          className={row.turn === selected ? 'tl plain sel' : 'tl plain'}
          onClick={() => store.setState({ selectedTurn: row.turn })}
        >
          <span className="mono xs muted nw">{new Date(row.at).toLocaleTimeString('en-GB')}</span>
          <span className="ell">{inertLine(row.title, 120)}</span>
          <span className="muted nw">{row.outcome === null ? 'running' : outcomeWords(row.outcome)}</span>
          <span className="num two">{row.durationMs === null ? '' : `${(row.durationMs / 1000).toFixed(1)} s`}</span>
        </button>
      ))}
    </div>
  );
}
