import { exactWord } from '../../../shared/exact-word.ts';
import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count, plural } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import type { Behind } from './entries-behind.tsx';
import { percent, smallSample } from './figure-words.ts';

type Row = StatsSummary['calibration'][number];
const most = 50;

/** By check and format: the share of held calls that people overrode or rejected, of those that they decided. A click opens the holds. */
export function Calibration({ rows, onOpen }: { readonly rows: readonly Row[]; readonly onOpen: (behind: Behind) => void }) {
  return (
    <section className="calibration" aria-label="Calibration">
      <div className="chart-head">
        <h2>Calibration</h2>
        <span className="sm muted">overridden or rejected, by what held the call</span>
      </div>
      {rows.length === 0 ? (
        <p className="sm muted">No call was held in this time: there is nothing to calibrate on.</p>
      ) : (
        <table className="rank">
          <thead>
            <tr>
              <th scope="col">Check, format</th>
              <th scope="col" className="num">
                Held
              </th>
              <td />
              <th scope="col" className="num">
                of decided
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map((row) => (
              <tr key={`${row.check} ${row.format}`} title={wordsOf(row)}>
                <td>
                  <button
                    type="button"
                    className="row-link"
                    onClick={() =>
                      onOpen({
                        title: `Held: ${row.check}, ${row.format}`,
                        query: `type:tool-call-held ${exactWord('category', row.check)}${row.format === '' ? '' : ` ${exactWord('format', row.format)}`}`,
                        note: `${wordsOf(row)}. Nearly always approved means asked too often.`,
                      })
                    }
                  >
                    {inertLine([row.check, row.format].filter((word) => word !== '').join(', '), 60)}
                  </button>
                </td>
                <td className="num">{count(row.held)}</td>
                <td>
                  <span className="meter ground" aria-hidden="true">
                    {row.decided === 0 ? null : (
                      <i className="delivered" style={{ width: `${(100 * (row.overridden + row.rejected)) / row.decided}%` }} />
                    )}
                  </span>
                </td>
                <td className="num">{rateOf(row)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > most ? <p className="sm muted">{`The ${most} most held of ${count(rows.length)}.`}</p> : null}
      {rows.length === 0 ? null : <p className="xs muted">A check whose calls are nearly always approved asks too often.</p>}
      {rows.some(({ decided }) => decided > 0 && decided < smallSample) ? (
        <p className="xs muted">{`Below ${smallSample} decisions the counts stand in place of a share: a small sample.`}</p>
      ) : null}
    </section>
  );
}

const wordsOf = ({ held, decided, approved, overridden, rejected, lapsed }: Row): string =>
  `${plural(held, 'call')} held, ${count(decided)} decided: ${count(approved)} approved, ${count(overridden)} overridden, ${count(rejected)} rejected; ${count(lapsed)} by nobody`;

/** Overridden or rejected, of those that somebody decided. */
function rateOf({ decided, overridden, rejected }: Row): string {
  if (decided === 0) return '0 decided';
  return decided < smallSample ? `${count(overridden + rejected)} of ${count(decided)}` : `${percent(overridden + rejected, decided)} %`;
}
