import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { Behind } from './entries-behind.tsx';

const parts = ['recovered', 'healed', 'held', 'refused', 'cancelled'] as const;

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** As the journal counts them (`stats/summary`): a call that is only seen has no format and no category yet, there its recovery counts. */
const callsQuery = (field: string): string =>
  field === 'format' || field === 'category' ? 'type:tool-call-recovered' : 'type:tool-call-seen';
const partQuery = (part: (typeof parts)[number], field: string): string =>
  part === 'healed' && field !== 'category' ? 'type:tool-call-delivered state:healed' : `type:tool-call-${part}`;

/** The busiest first; a press on a number opens the entries that were counted. */
export function Ranking({
  groups,
  field,
  onOpen,
}: {
  readonly groups: StatsSummary['groups'];
  readonly field: string;
  readonly onOpen: (behind: Behind) => void;
}) {
  const open = (row: StatsSummary['groups'][number], type: string, what: string): void =>
    onOpen({ title: `${row.name}: ${what}`, query: `${field}:"${row.name.replaceAll('"', '')}" ${type}` });
  const rows = [...groups].sort((a, b) => b.calls - a.calls).slice(0, 30);
  if (rows.length === 0) return <p className="pad sm muted">Nothing was counted in this time.</p>;
  return (
    <table className="rank wide-rank">
      <thead>
        <tr>
          <th scope="col">{capital(field)}</th>
          <th scope="col" className="num">
            Calls
          </th>
          <th scope="col">Share acted on</th>
          {parts.map((part) => (
            <th key={part} scope="col" className="num">
              {capital(part)}
            </th>
          ))}
          <th scope="col" className="num">
            Faults
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td>
              <button type="button" className="link" onClick={() => open(row, callsQuery(field), 'calls')}>
                {inertLine(row.name, 60)}
              </button>
            </td>
            <td className="num">{count(row.calls)}</td>
            <td>
              <span className="meter" aria-hidden="true">
                {parts.map((part) =>
                  row[part] > 0 ? (
                    <i key={part} className={part} style={{ width: `${(100 * row[part]) / Math.max(row.calls, 1)}%` }} />
                  ) : null,
                )}
              </span>
            </td>
            {parts.map((part) => (
              <td key={part} className="num">
                {row[part] === 0 ? (
                  '–'
                ) : (
                  <button type="button" className="link" onClick={() => open(row, partQuery(part, field), part)}>
                    {count(row[part])}
                  </button>
                )}
              </td>
            ))}
            <td className="num">
              {row.faults === 0 ? (
                '–'
              ) : (
                <button type="button" className="link" onClick={() => open(row, 'type:fault-classified', 'faults')}>
                  {count(row.faults)}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
