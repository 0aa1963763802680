import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { NoneFound } from './none-found.tsx';

/** Every fault pattern: its id, what it is, a literal sample, how often it was classified. */
export function PatternTable({
  patterns,
  find,
  selected,
  onSelect,
}: {
  readonly patterns: readonly PatternRow[];
  readonly find: string;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <div className="pane grow" role="grid" aria-label="Fault patterns">
      <div className="head pattern-grid" role="row">
        <span role="columnheader">Pattern</span>
        <span role="columnheader">What it is</span>
        <span role="columnheader">Example</span>
        <span role="columnheader" className="num">
          Seen
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {patterns.length === 0 && find !== '' ? <NoneFound what="fault pattern" find={find} /> : null}
        {patterns.map((pattern) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={pattern.id}
            role="row"
            aria-selected={pattern.id === selected}
            className={`row pattern-grid${pattern.id === selected ? ' sel' : ''}`}
            onClick={() => onSelect(pattern.id)}
          >
            <span role="gridcell" className="tool">
              {pattern.id}
            </span>
            <span role="gridcell" className={pattern.id === selected ? 'one' : 'two'}>
              {inertLine(pattern.title, 120)}
            </span>
            <span role="gridcell" className="args muted" dir="ltr">
              {inertLine(pattern.sample, 120)}
            </span>
            <span role="gridcell" className="num">
              {pattern.acted === 0 ? '–' : count(pattern.acted)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
