import { RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { bytes, clockTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { stateLook } from '../../components/state-chip.tsx';
import { useNow } from '../../components/use-now.ts';
import { useConsole } from '../../store/console-store.ts';
import type { CallRecord, TurnRecord } from '../../store/journal-view.ts';
import { selectCall } from '../../store/selectors.ts';
import { type Axis, makeAxis } from './time-axis.ts';

/** A row a turn on one time axis: hatched until the first byte, a bar while it streams, call blocks inside (design/mock, "Timeline"). */
export function TurnTimeline({
  turns,
  selected,
  onSelect,
}: {
  readonly turns: readonly TurnRecord[];
  readonly selected: string | undefined;
  readonly onSelect: (turn: string) => void;
}) {
  const now = useNow();
  const shown = useMemo(() => turns.slice(-200), [turns]);
  const axis = useMemo(() => makeAxis(shown.slice(-12), now), [shown, now]);
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new turns come in at the end
  useEffect(() => {
    const box = scroller.current;
    if (box !== null) box.scrollTop = box.scrollHeight;
  }, [shown.length]);
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
      <div ref={scroller} className="timeline" role="listbox" aria-label="Turns" tabIndex={0}>
        {shown.map((turn) => (
          <TurnBar key={turn.turn} turn={turn} axis={axis} now={now} selected={turn.turn === selected} onSelect={onSelect} />
        ))}
      </div>
    </div>
  );
}

function TurnBar({
  turn,
  axis,
  now,
  selected,
  onSelect,
}: {
  readonly turn: TurnRecord;
  readonly axis: Axis;
  readonly now: number;
  readonly selected: boolean;
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
  const right = to < 62;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list box moves by keys of the place
    <div className={selected ? 'tl sel' : 'tl'} role="option" aria-selected={selected} tabIndex={-1} onClick={() => onSelect(turn.turn)}>
      <span className="num muted">
        <span className="sr">Turn </span>
        {turn.number ?? ''}
      </span>
      <span className="xs two">{note}</span>
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
              className="lab"
              style={right ? { left: `calc(${Math.max(to, 0)}% + 18px)` } : { right: `calc(${100 - Math.max(from, 0)}% + 14px)` }}
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
}

function labelOf(turn: TurnRecord, calls: readonly CallRecord[]): { readonly tool: string; readonly rest: string } {
  const first = calls.find((call) => call.state !== 'delivered') ?? calls[0];
  const more = calls.length > 1 ? `, ${calls.length} calls` : '';
  const state =
    first === undefined || first.state === 'delivered'
      ? ''
      : `${stateLook[first.state].word.toLowerCase()}${first.acted === '' ? '' : ` (${inertLine(first.acted, 40)})`}`;
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
