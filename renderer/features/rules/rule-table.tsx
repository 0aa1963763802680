import type { ReactNode } from 'react';

/** What every row of the place has. */
export interface RuleRow {
  readonly id: string;
  readonly switch?: string | undefined;
}

/** One column: its head, what stands in a row, and the look of the cell (`styles/list.css`). */
export interface RuleColumn<T> {
  readonly head: string;
  readonly look: 'tool' | 'what' | 'args' | 'dim' | 'num' | 'switch-cell';
  readonly cell: (row: T) => ReactNode;
}

/** Everything of one kind as a grid. A row that is switched off is dimmed. */
export function RuleTable<T extends RuleRow>({
  label,
  grid,
  columns,
  rows,
  none,
  selected,
  onSelect,
}: {
  readonly label: string;
  /** The class that gives the columns their widths. */
  readonly grid: string;
  readonly columns: readonly RuleColumn<T>[];
  readonly rows: readonly T[];
  /** Shown in place of rows that a search left none of. */
  readonly none: ReactNode;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}) {
  return (
    <div className="pane grow" role="grid" aria-label={label}>
      <div className={`head rule-row ${grid}`} role="row">
        {columns.map(({ head, look }) => (
          <span key={head} role="columnheader" className={look === 'num' ? 'num' : look === 'args' ? 'example' : undefined}>
            {head}
          </span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {rows.length === 0 ? none : null}
        {rows.map((row) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={row.id}
            role="row"
            aria-selected={row.id === selected}
            className={`row rule-row ${grid}${row.id === selected ? ' sel' : ''}${row.switch === 'off' ? ' is-off' : ''}`}
            onClick={() => onSelect(row.id)}
          >
            {columns.map(({ head, look, cell }) => (
              <span
                key={head}
                role="gridcell"
                className={look === 'what' ? (row.id === selected ? 'one' : 'two') : look === 'args' ? 'args example muted' : look}
                dir={look === 'args' ? 'ltr' : undefined}
              >
                {cell(row)}
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}
