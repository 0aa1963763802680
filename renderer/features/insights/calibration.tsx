import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count, plural } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { Behind } from './entries-behind.tsx';

/** Below this many decisions a share says little. */
export const smallSample = 20;

/** By check and format: what people made of the calls that were held for it. A click opens the holds. */
export function Calibration({ rows, onOpen }: { readonly rows: StatsSummary['calibration']; readonly onOpen: (behind: Behind) => void }) {
  return (
    <section aria-label="Calibration">
      <div className="section-head">
        <h2>Calibration</h2>
        <span className="sm muted">
          what was decided on held calls, by the check that held them: nearly always approved means asked too often
        </span>
      </div>
      {rows.length === 0 ? (
        <p className="pad sm muted">No call was held in this time: there is nothing to calibrate on.</p>
      ) : (
        <table className="rank calibration">
          <thead>
            <tr>
              <th scope="col">Check, format</th>
              {['Held', 'Decided', 'Approved', 'Overridden', 'Rejected', 'Undecided'].map((name) => (
                <th key={name} scope="col" className="num">
                  {name}
                </th>
              ))}
              <th scope="col" className="num">
                Override rate
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, 50).map((row) => (
              <tr key={`${row.check} ${row.format}`}>
                <td>
                  <button
                    type="button"
                    className="link"
                    onClick={() =>
                      onOpen({
                        title: `Held: ${row.check}, ${row.format}`,
                        query: `type:tool-call-held category:"${row.check}"${row.format === '' ? '' : ` format:"${row.format}"`}`,
                      })
                    }
                  >
                    {inertLine([row.check, row.format].filter((word) => word !== '').join(', '), 60)}
                  </button>
                </td>
                {[row.held, row.decided, row.approved, row.overridden, row.rejected, row.lapsed].map((value, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
                  <td key={at} className="num">
                    {value === 0 ? '–' : count(value)}
                  </td>
                ))}
                <td className="num">{rateOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** Overridden or rejected, of those that somebody decided. */
function rateOf({ decided, overridden, rejected }: StatsSummary['calibration'][number]): string {
  if (decided === 0) return 'nobody decided';
  const share = `${((100 * (overridden + rejected)) / decided).toFixed(0)} %`;
  return decided < smallSample ? `${share}, only ${plural(decided, 'decision')}` : `${share} of ${count(decided)}`;
}
