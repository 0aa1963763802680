import type { LoopRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { NoneFound } from './none-found.tsx';

/** Every kind of loop: what repeats, a made-up example, from which counts it is told and blocked, how often it was seen. */
export function LoopTable({
  loops,
  find,
  selected,
  onSelect,
}: {
  readonly loops: readonly LoopRow[];
  readonly find: string;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <div className="pane grow" role="grid" aria-label="Loops">
      <div className="head loop-grid" role="row">
        <span role="columnheader">What repeats</span>
        <span role="columnheader">Example</span>
        <span role="columnheader" className="num">
          Guide at
        </span>
        <span role="columnheader" className="num">
          Block at
        </span>
        <span role="columnheader" className="num">
          Seen
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {loops.length === 0 && find !== '' ? <NoneFound what="kind of loop" find={find} /> : null}
        {loops.map((loop) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={loop.id}
            role="row"
            aria-selected={loop.id === selected}
            className={`row loop-grid${loop.id === selected ? ' sel' : ''}`}
            onClick={() => onSelect(loop.id)}
          >
            <span role="gridcell" className={loop.id === selected ? 'one' : 'two'}>
              {inertLine(loop.title, 120)}
            </span>
            <span role="gridcell" className="args muted" dir="ltr">
              {inertLine(loop.sample, 120)}
            </span>
            <span role="gridcell" className="num">
              {loop.guideAt ?? 'fixed'}
            </span>
            <span role="gridcell" className="num">
              {loop.openAt ?? 'fixed'}
            </span>
            <span role="gridcell" className="num">
              {loop.acted === 0 ? '–' : count(loop.acted)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
