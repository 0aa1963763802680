import { RotateCcw } from 'lucide-react';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { actedWords } from '../../components/acted-words.ts';
import { bytes, clockTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { stateLook } from '../../components/state-chip.tsx';
import { PinMark } from '../../components/pin-button.tsx';
import { press } from '../../components/press.ts';
import { useNow } from '../../components/use-now.ts';
import { useRowWindow } from '../../components/use-row-window.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import type { CallRecord, TurnRecord } from '../../store/journal-view.ts';
import { pinKey } from '../../store/pin-key.ts';
import { selectCall } from '../../store/selectors.ts';
import { labelPlace } from './label-place.ts';
import { type Axis, makeAxis } from './time-axis.ts';

/** A row a turn on one time axis: hatched until the first byte, a bar while it streams, call blocks inside (design/mock, "Timeline"). */
export function TurnTimeline({
  turns,
  selected,
  onSelect,
  onMove,
}: {
  readonly turns: readonly TurnRecord[];
  readonly selected: string | undefined;
  readonly onSelect: (turn: string) => void;
  readonly onMove: (step: number) => void;
}) {
  const now = useNow();
  const axis = useMemo(() => makeAxis(turns.slice(-12), now), [turns, now]);
  const pins = useConsoleState((state) => state.pins);
  const scroller = useRef<HTMLDivElement>(null);
  // New turns come in at the end and are followed until the operator looks further up.
  const [following, setFollowing] = useState(true);
  const list = useRowWindow(scroller, { count: turns.length, rowHeight, above: 0, following }, setFollowing);
  const at = useMemo(() => turns.findIndex((turn) => turn.turn === selected), [turns, selected]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new selection scrolls, new turns do not
  useEffect(() => {
    if (at >= 0 && !following) list.reveal(at);
  }, [selected]);
  const move = (step: number): void => {
    setFollowing(false);
    onMove(step);
  };
  return (
    <div className="timeline-box">
      <div className="axis" aria-hidden="true">
        {axis.ticks.map((tick) => (
          <span key={tick.at} style={{ left: `${tick.left}%` }}>
            {clockTime(tick.at)}
          </span>
        ))}
      </div>
      <div className="lines" aria-hidden="true">
        {axis.ticks.map((tick) => (
          <b key={tick.at} style={{ left: `${tick.left}%` }} />
        ))}
      </div>
      <div
        ref={scroller}
        className="timeline"
        role="listbox"
        aria-label="Turns"
        aria-activedescendant={at < list.first || at >= list.end ? undefined : optionId(selected)}
        tabIndex={0}
        onWheel={(event) => {
          if (event.deltaY < 0) setFollowing(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') move(1);
          else if (event.key === 'ArrowUp') move(-1);
          else if (event.key === 'Home') move(-turns.length);
          else if (event.key === 'End') move(turns.length);
          else return;
          event.preventDefault();
        }}
      >
        <div role="presentation" style={{ height: list.total, position: 'relative' }}>
          {turns.slice(list.first, list.end).map((turn, position) => (
            <TurnBar
              key={(list.first + position) % list.span}
              turn={turn}
              top={(list.first + position) * rowHeight}
              position={list.first + position + 1}
              count={turns.length}
              axis={axis}
              // Only what runs moves with the clock.
              now={turn.ended === undefined ? now : 0}
              selected={turn.turn === selected}
              pinned={pins.has(pinKey('turn', turn.turn))}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Height of a turn's row, px (`.tl`). */
const rowHeight = 28;

const optionId = (turn: string | undefined): string | undefined => (turn === undefined ? undefined : `turn-${turn}`);

const TurnBar = memo(function TurnBar({
  turn,
  top,
  position,
  count,
  axis,
  now,
  selected,
  pinned,
  onSelect,
}: {
  readonly turn: TurnRecord;
  readonly top: number;
  readonly position: number;
  readonly count: number;
  readonly axis: Axis;
  readonly now: number;
  readonly selected: boolean;
  readonly pinned: boolean;
  readonly onSelect: (turn: string) => void;
}) {
  const store = useConsole();
  const { view } = store.getState();
  const calls = turn.calls.flatMap((id) => selectCall(view, id) ?? []);
  const end = turn.ended?.at ?? now;
  const from = axis.place(turn.at);
  const to = axis.place(end);
  const width = Math.max(to - from, 0.6);
  const firstByte = turn.ended?.firstByteMs;
  const hold = holdOf(calls, now);
  const note =
    turn.ended === undefined
      ? hold === undefined
        ? 'running'
        : 'held'
      : turn.reasks.length > 0
        ? `re-ask ${turn.reasks.length}`
        : hold === undefined
          ? ''
          : 'hold';
  const label = labelOf(turn, calls);
  const { side, at } = labelPlace(
    from,
    to,
    calls.slice(0, 12).map((call) => axis.place(call.at)),
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box moves by keys of the place
    <div
      className={selected ? 'tl sel' : 'tl'}
      role="option"
      id={optionId(turn.turn)}
      aria-selected={selected}
      aria-posinset={position}
      aria-setsize={count}
      tabIndex={-1}
      style={{ transform: `translateY(${top}px)` }}
      {...press(() => onSelect(turn.turn))}
    >
      <span className="num muted">
        <span className="sr">Turn </span>
        {turn.number ?? ''}
      </span>
      <span className="xs two flex tight">
        {pinned ? <PinMark /> : null}
        {note}
      </span>
      <div className="track">
        {to < 0 ? null : (
          <>
            <i className="turn" style={{ left: `${from}%`, width: `${width}%` }} />
            {firstByte === undefined ? null : (
              <i className="ttfb" style={{ left: `${from}%`, width: `${Math.min(width, axis.place(turn.at + firstByte) - from)}%` }} />
            )}
            {hold === undefined ? null : (
              <i
                className="hold"
                style={{ left: `${axis.place(hold.from)}%`, width: `${Math.max(0.4, axis.place(hold.to) - axis.place(hold.from))}%` }}
              />
            )}
            {turn.reasks.map((at) => (
              <i key={at} className="reask" style={{ left: `calc(${axis.place(at)}% - 9px)` }}>
                <Icon of={RotateCcw} size="c" />
              </i>
            ))}
            {calls.slice(0, 12).map((call) => (
              <i
                key={call.id}
                className={`call ${stateLook[call.state].hue}`}
                style={{ left: `clamp(0px, calc(${axis.place(call.at)}% - 11px), calc(100% - 22px))` }}
              >
                <Icon of={stateLook[call.state].icon} size="c" />
              </i>
            ))}
            <span
              className={side === 'inside' ? 'lab over' : 'lab'}
              // Behind the mark of a call, which never stands beyond the edge.
              style={
                side === 'before'
                  ? { right: `max(calc(${100 - at}% + 18px), 30px)`, maxWidth: `calc(${at}% - 18px)` }
                  : { left: `max(calc(${at}% + 18px), 30px)`, maxWidth: `calc(${100 - at}% - 18px)` }
              }
              title={`${label.tool} ${label.rest}`.trim()}
            >
              {label.tool === '' ? null : <code>{label.tool}</code>} {label.rest}
            </span>
          </>
        )}
      </div>
      <span className="num two">{turn.ended === undefined ? '' : `${(turn.ended.durationMs / 1000).toFixed(1)} s`}</span>
      <span className="num muted">{turn.ended === undefined ? '' : bytes(turn.ended.responseBytes)}</span>
    </div>
  );
});

function labelOf(turn: TurnRecord, calls: readonly CallRecord[]): { readonly tool: string; readonly rest: string } {
  const first = calls.find((call) => call.state !== 'delivered') ?? calls[0];
  const more = calls.length > 1 ? `, ${calls.length} calls` : '';
  const state =
    first === undefined || first.state === 'delivered'
      ? ''
      : `${stateLook[first.state].word.toLowerCase()}${first.acted === '' ? '' : ` (${inertLine(actedWords(first), 40)})`}`;
  const error = turn.ended?.error === undefined ? '' : `${state === '' ? '' : ', '}ended in an error`;
  const tool = first === undefined ? '' : inertLine(first.name, 30);
  const rest =
    first === undefined ? (turn.ended === undefined ? '' : error === '' ? 'text only' : 'ended in an error') : `${state}${more}${error}`;
  return { tool, rest };
}

/** From the first hold to its verdict; a hold that lasts goes on to now. */
function holdOf(calls: readonly CallRecord[], now: number): { readonly from: number; readonly to: number } | undefined {
  for (const call of calls) {
    const held = call.steps.find((step) => step.text.startsWith('held'));
    if (held === undefined) continue;
    const after = call.steps.find((step) => step.seq > held.seq);
    return { from: held.at, to: after?.at ?? now };
  }
  return undefined;
}
