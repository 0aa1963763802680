import { memo, useEffect, useMemo, useRef } from 'react';
import { actedWords } from '../../components/acted-words.ts';
import { Button } from '../../components/button.tsx';
import { ContextMenu, type MenuItem } from '../../components/context-menu.tsx';
import { CallArguments } from '../../components/call-arguments.tsx';
import { clockTime, count, countdown, milliseconds, seconds } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PinMark } from '../../components/pin-button.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { press } from '../../components/press.ts';
import { StateChip } from '../../components/state-chip.tsx';
import { useNow } from '../../components/use-now.ts';
import { useRowWindow } from '../../components/use-row-window.ts';
import { useConsoleState } from '../../store/console-store.ts';
import type { CallRecord } from '../../store/journal-view.ts';
import { pinKey } from '../../store/pin-key.ts';
import { runSeconds } from '../../store/selectors.ts';
import { useAnchor } from './use-anchor.ts';
import type { OlderCalls } from './use-older-calls.ts';

const columns = ['Time', 'Session', 'Model', 'Tool', 'Arguments', 'State', 'What acted', 'Secs'] as const;

const columnClass: { readonly [column: string]: string } = { Secs: 'num', State: 'inset' };

/** The head of the list alone: the empty place keeps its frame. */
export function LiveHead() {
  return (
    <div className="head live-grid" aria-hidden="true">
      {columns.map((column) => (
        <span key={column} className={columnClass[column]}>
          {column}
        </span>
      ))}
    </div>
  );
}

export function CallList({
  rows,
  selected,
  selectedSeq,
  following,
  older,
  paused,
  filtered,
  pinnedOnly,
  onSelect,
  onLeave,
  onEnd,
  menuOf,
}: {
  readonly rows: readonly CallRecord[];
  readonly selected: string | undefined;
  /** Seq of the selected call: rows are in its order. */
  readonly selectedSeq: number | undefined;
  readonly following: boolean;
  readonly older: OlderCalls;
  readonly paused: number | undefined;
  readonly filtered: boolean;
  readonly pinnedOnly: boolean;
  readonly onSelect: (id: string) => void;
  readonly onLeave: () => void;
  readonly onEnd: () => void;
  readonly menuOf: (id: string) => readonly MenuItem[];
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useConsoleState((state) => (state.preferences.rowHeight === 'comfortable' ? 32 : 26));
  const oldestSeq = useConsoleState((state) => state.view.calls.rows[0]?.seq ?? 0);
  const evicted = useConsoleState((state) => state.view.calls.first > 0);
  const pins = useConsoleState((state) => state.pins);
  const hasOlder = !pinnedOnly && rows.length > 0 && older.state !== 'end' && (evicted || oldestSeq > 20);
  // By the wheel, the scroll bar, Page Up or a screen reader: whoever scrolls away from the end follows no more.
  const scrolled = (atEnd: boolean): void => {
    if (following && !atEnd) onLeave();
    else if (!following && atEnd && paused === undefined && selected !== undefined && rows.at(-1)?.id === selected) onEnd();
  };
  const list = useRowWindow(scroller, { count: rows.length, rowHeight, above: hasOlder ? 34 : 0, following }, scrolled);
  useAnchor(scroller, list.offset, rows, rowHeight, following);
  const at = useMemo(() => indexOfCall(rows, selected, selectedSeq), [rows, selected, selectedSeq]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, new rows do not
  useEffect(() => {
    if (at >= 0 && !following) list.reveal(at);
  }, [selected]);

  return (
    <div className="pane grow list-pane">
      <div className="pane grow" role="grid" aria-label="Tool calls" aria-rowcount={rows.length + 1} aria-colcount={columns.length}>
        <div role="rowgroup">
          <div className="head live-grid" role="row" aria-rowindex={1}>
            {columns.map((column) => (
              <span
                key={column}
                role="columnheader"
                className={columnClass[column]}
                title={column === 'Secs' ? 'From delivery to the arrival of the result; the time left for held calls' : undefined}
              >
                {column}
              </span>
            ))}
          </div>
        </div>
        <ContextMenu itemsOf={menuOf} selected={selected}>
          <div
            ref={scroller}
            className="scroll"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body takes focus and keys
            tabIndex={0}
            role="rowgroup"
            onWheel={(event) => {
              if (event.deltaY < 0) onLeave();
            }}
          >
            {rows.length === 0 ? <NoMatch filtered={filtered} older={older} /> : null}
            <div role="presentation" style={{ height: list.total, position: 'relative' }}>
              {hasOlder ? <OlderLine older={older} /> : null}
              {rows.slice(list.first, list.end).map((call, position) => {
                const index = list.first + position;
                return (
                  <CallRow
                    // The element of a row that went is used for the one that came: in a storm rows are written, not built.
                    key={index % list.span}
                    call={call}
                    index={index}
                    top={list.total - (rows.length - index) * rowHeight}
                    selected={call.id === selected}
                    pinned={pins.has(pinKey('call', call.id))}
                    onSelect={onSelect}
                  />
                );
              })}
            </div>
          </div>
        </ContextMenu>
      </div>
      {paused === undefined ? null : (
        <div className="paused" role="status">
          Paused{paused > 0 ? `, ${count(paused)} more calls since` : ''}
        </div>
      )}
    </div>
  );
}

/** Where the selected call stands; -1 where it is not among the rows. */
function indexOfCall(rows: readonly CallRecord[], id: string | undefined, seq: number | undefined): number {
  if (id === undefined || seq === undefined) return -1;
  let from = 0;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((rows[middle]?.seq ?? 0) < seq) from = middle + 1;
    else to = middle;
  }
  return rows[from]?.id === id ? from : -1;
}

function OlderLine({ older }: { readonly older: OlderCalls }) {
  return (
    <div className="older" role="row">
      <span role="gridcell">
        <Button look="ghost" small onClick={older.load} disabled={older.state === 'loading'}>
          {older.state === 'loading' ? 'Asking the journal' : 'Older calls from the journal'}
        </Button>
      </span>
    </div>
  );
}

function NoMatch({ filtered, older }: { readonly filtered: boolean; readonly older: OlderCalls }) {
  return (
    <div className="nothing" role="row">
      <span role="gridcell">
        <span className="two">
          {filtered ? 'No call in memory matches this filter.' : 'No tool call yet. Turns without calls are under Sessions.'}
        </span>{' '}
        {filtered && older.state !== 'end' ? (
          <Button small onClick={older.load} disabled={older.state === 'loading'}>
            Look in the journal
          </Button>
        ) : null}
      </span>
    </div>
  );
}

const CallRow = memo(function CallRow({
  call,
  index,
  top,
  selected,
  pinned,
  onSelect,
}: {
  readonly call: CallRecord;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  readonly pinned: boolean;
  readonly onSelect: (id: string) => void;
}) {
  const acted = inertLine(actedWords(call), 80);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: j, k and arrows select; a click is the pointer's way
    <div
      className={selected ? 'row live-grid sel' : 'row live-grid'}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-menu={call.id}
      style={{ transform: `translateY(${top}px)` }}
      {...press(() => onSelect(call.id))}
    >
      <span role="gridcell" className="time">
        {pinned ? <PinMark /> : null}
        {clockTime(call.at)}
        <span className="muted">{milliseconds(call.at)}</span>
      </span>
      <span role="gridcell">
        <SessionMark session={call.session} />
      </span>
      <span role="gridcell">{inertLine(call.model, 60)}</span>
      <span role="gridcell" className="tool" dir="ltr">
        {inertLine(call.name, 80)}
      </span>
      <span role="gridcell" className="args" dir="ltr">
        <CallArguments text={call.arguments} />
      </span>
      <span role="gridcell" className="chip-cell">
        <StateChip state={call.state} />
      </span>
      <span role="gridcell" className="xs" title={acted}>
        {acted}
      </span>
      <span role="gridcell" className="num">
        {call.state === 'held' ? <HeldLeft approval={call.approval} /> : <Ran call={call} />}
      </span>
    </div>
  );
});

const neverRan = new Set(['refused', 'cancelled', 'stuck', 'rejected', 'expired', 'withdrawn', 'text', 'answered']);

function Ran({ call }: { readonly call: CallRecord }) {
  const ran = runSeconds(call);
  return <>{ran !== undefined ? seconds(ran) : neverRan.has(call.state) ? '–' : ''}</>;
}

function HeldLeft({ approval }: { readonly approval: string | undefined }) {
  const deadline = useConsoleState((state) => (approval === undefined ? undefined : state.view.approvals.get(approval)?.deadline));
  const now = useNow();
  return <>{deadline === undefined ? '' : countdown(deadline - now)}</>;
}
