import { faultWords } from '../../../shared/alert-words.ts';
import type { ReactNode } from 'react';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { Behind } from './entries-behind.tsx';
import { percent, smallSample } from './figure-words.ts';

type Part = 'recovered' | 'healed' | 'held' | 'refused' | 'cancelled' | 'stuck';

export interface RankRow {
  readonly name: string;
  readonly value: number;
  /** What the last column is a share of: never less than `share`. */
  readonly share: number;
  readonly of: number;
  /** What acted, in the order of the bar; together not more than `value`. */
  readonly parts: readonly (readonly [part: Part, count: number])[];
  readonly query: string;
}

const most = 10;

/** A bar has the hue of a chip: what came back as text instead of a call is grey, what broke off is violet. */
export const partWords: { readonly [P in Part]: string } = {
  recovered: 'recovered',
  healed: 'healed',
  held: 'held',
  refused: 'refused, expired or rejected',
  cancelled: 'cancelled or withdrawn',
  stuck: 'faults',
};

/** A share of few is told as the counts that it is. */
const shareOf = ({ share, of }: RankRow): string => (of < smallSample ? `${count(share)} of ${count(of)}` : `${percent(share, of)} %`);

/** One ranking: what is counted in its head, the busiest first, bars against the busiest; a row opens the entries that were counted. */
export function Ranking({
  label,
  end,
  columns,
  rows,
  none,
  onOpen,
  children,
}: {
  readonly label: string;
  /** The denominator of all of it. */
  readonly end: string;
  readonly columns: readonly [name: string, value: string, share: string];
  readonly rows: readonly RankRow[];
  /** The one line of an empty ranking. */
  readonly none: string;
  readonly onOpen: (behind: Behind) => void;
  readonly children?: ReactNode;
}) {
  const sorted = rows.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value || (a.name < b.name ? -1 : 1));
  const shown = sorted.slice(0, most);
  const top = Math.max(1, shown[0]?.value ?? 1);
  return (
    <section className="ranking" aria-label={label}>
      <div className="lbl">
        <h2>{label}</h2>
        {children}
        <span className="end">{sorted.length > most ? `${end}; ${most} of ${count(sorted.length)} shown` : end}</span>
      </div>
      {shown.length === 0 ? (
        <p className="sm muted">{none}</p>
      ) : (
        <table className="rank">
          <thead>
            <tr>
              <th scope="col">{columns[0]}</th>
              <th scope="col" className="num">
                {columns[1]}
              </th>
              <td />
              <th scope="col" className="num">
                {columns[2]}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const words = row.parts.filter(([, n]) => n > 0).map(([part, n]) => `${count(n)} ${partWords[part]}`);
              return (
                <tr key={row.name} title={[row.name, ...(row.name.startsWith('EI/') ? [faultWords(row.name)] : []), ...words].join(', ')}>
                  <td>
                    <button
                      type="button"
                      className="row-link"
                      onClick={() =>
                        onOpen({ title: `${label}: ${row.name.replace(/^EI\//, '')}`, query: row.query, note: `${words.join(', ')}.` })
                      }
                    >
                      {inertLine(row.name.replace(/^EI\//, ''), 60)}
                    </button>
                  </td>
                  <td className="num">{count(row.value)}</td>
                  <td>
                    <span className="meter" aria-hidden="true">
                      {row.parts.map(([part, n]) =>
                        n > 0 ? <i key={part} className={part} style={{ width: `${(100 * n) / top}%` }} /> : null,
                      )}
                    </span>
                  </td>
                  <td className="num">{shareOf(row)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
