import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { useConsole } from '../../store/console-store.ts';

const parts = ['recovered', 'healed', 'held', 'refused', 'cancelled'] as const;

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** The busiest first; a click opens the calls behind a row. */
export function Ranking({ groups, field }: { readonly groups: StatsSummary['groups']; readonly field: string }) {
  const store = useConsole();
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
              <button
                type="button"
                className="link"
                onClick={() => {
                  store.prefer({ filter: `${field}:${/\s/.test(row.name) ? `"${row.name}"` : row.name}` });
                  store.go('live');
                }}
              >
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
                {row[part] === 0 ? '–' : count(row[part])}
              </td>
            ))}
            <td className="num">{row.faults === 0 ? '–' : count(row.faults)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
