import type { ReactNode } from 'react';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';

/** A format or a healing rule, as a row of its table. */
export interface RuleLine {
  readonly id: string;
  readonly title: string;
  readonly sample: string;
  /** Class of a format, safety of a rule. */
  readonly kind: string;
  readonly acted: number;
  readonly held: number;
  readonly off: boolean;
  readonly control: ReactNode;
}

/** Everything of one kind that can be switched: what it is, an example, how often it acted, its switch. */
export function RuleTable({
  label,
  heads,
  lines,
  none,
  selected,
  onSelect,
}: {
  readonly label: string;
  /** Heads of the first, second and fourth column. */
  readonly heads: readonly [name: string, what: string, kind: string];
  readonly lines: readonly RuleLine[];
  /** Shown in place of rows that a search left none of. */
  readonly none: ReactNode;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  const [name, what, kind] = heads;
  return (
    <div className="pane grow" role="grid" aria-label={label}>
      <div className="head rule-grid" role="row">
        <span role="columnheader">{name}</span>
        <span role="columnheader">{what}</span>
        <span role="columnheader">Example</span>
        <span role="columnheader">{kind}</span>
        <span role="columnheader" className="num">
          Acted
        </span>
        <span role="columnheader" className="num">
          Held
        </span>
        <span role="columnheader">Switch</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {lines.length === 0 ? none : null}
        {lines.map((line) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={line.id}
            role="row"
            aria-selected={line.id === selected}
            className={`row rule-grid${line.id === selected ? ' sel' : ''}${line.off ? ' is-off' : ''}`}
            onClick={() => onSelect(line.id)}
          >
            <span role="gridcell" className="tool" title={line.id}>
              {line.id}
            </span>
            <span role="gridcell" className={line.id === selected ? 'one' : 'two'}>
              {inertLine(line.title, 120)}
            </span>
            <span role="gridcell" className="args muted" dir="ltr">
              {inertLine(line.sample, 120)}
            </span>
            <span role="gridcell" className="dim">
              {line.kind}
            </span>
            <span role="gridcell" className="num">
              {line.acted === 0 ? '–' : count(line.acted)}
            </span>
            <span role="gridcell" className="num">
              {line.held === 0 ? '–' : count(line.held)}
            </span>
            <span role="gridcell" className="switch-cell">
              {line.control}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
