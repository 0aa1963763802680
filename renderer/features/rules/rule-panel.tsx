import type { ReactNode } from 'react';
import { inertLine } from '../../components/inert-text.ts';
import { NoneFound } from '../../components/none-found.tsx';
import { type RuleColumn, type RuleRow, RuleTable } from './rule-table.tsx';
import { useChosen } from './use-chosen.ts';

/** One kind of rules: its table as far as the search finds, what it means below, and what is chosen beside it. */
export function RulePanel<T extends RuleRow & { readonly title: string }>({
  label,
  one,
  grid = 'rule-grid',
  columns,
  rows,
  find,
  wordsOf,
  legend,
  detail,
  children,
}: {
  readonly label: string;
  /** The word for one of them. */
  readonly one: string;
  readonly grid?: string;
  readonly columns: readonly RuleColumn<T>[];
  readonly rows: readonly T[];
  readonly find: string;
  /** What the search looks at, beside id and title. */
  readonly wordsOf: (row: T) => string;
  readonly legend: ReactNode;
  readonly detail: (row: T) => ReactNode;
  /** Stands below the detail, whatever is chosen. */
  readonly children?: ReactNode;
}) {
  const shown = rows.filter((row) => find === '' || `${row.id} ${row.title} ${wordsOf(row)}`.toLowerCase().includes(find));
  const { current, choose } = useChosen(shown);
  return (
    <>
      <section className="pane grow">
        <RuleTable
          label={label}
          grid={grid}
          columns={columns}
          rows={shown}
          none={find === '' ? null : <NoneFound what={one} find={find} />}
          selected={current?.id}
          onSelect={choose}
        />
        <div className="flex sm muted legend-bar">{legend}</div>
      </section>
      <aside className="pane rule-side" aria-label={one.slice(0, 1).toUpperCase() + one.slice(1)}>
        {current === undefined ? null : detail(current)}
        {children}
      </aside>
    </>
  );
}

/** The cell of a rule's name, sample or title: one line, inert. */
export const oneLine = (text: string): string => inertLine(text, 120);
