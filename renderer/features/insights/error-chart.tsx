import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { clockTime, count, shortTime } from '../../components/format-units.ts';

/** Steps with fewer results show no share: one error of two is no rate. */
const fewest = 3;

/**
 * The error rate that agents saw, and the one that they would have seen: a call that was recovered or healed would have failed. Both of the tool
 * results seen in the step and of the calls that were mended in it.
 */
export default function ErrorChart({ series }: { readonly series: StatsSummary['series'] }) {
  const points = series.map(({ at, faults, results, helped }) => {
    const of = Math.max(results, faults + helped);
    return of < fewest ? { at } : { at, before: (100 * (faults + helped)) / of, after: (100 * faults) / of };
  });
  const sum = (key: 'faults' | 'results' | 'helped'): number => series.reduce((total, point) => total + point[key], 0);
  const [faults, helped] = [sum('faults'), sum('helped')];
  const of = Math.max(sum('results'), faults + helped);
  const share = (part: number): string => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`);
  const span = (series.at(-1)?.at ?? 0) - (series[0]?.at ?? 0);
  const tick = (at: number): string =>
    span < 600_000 ? clockTime(at) : span < 129_600_000 ? clockTime(at).slice(0, 5) : shortTime(at, Date.now());
  return (
    <section
      className="chart-section"
      aria-label={`Error rate: ${share(faults + helped)} before, ${share(faults)} after, of ${of} results`}
    >
      <div className="section-head">
        <h2>Error rate</h2>
        <span className="legend">
          <span>
            <i className="key faults" />
            before {share(faults + helped)}: {count(faults)} faults and {count(helped)} mended calls
          </span>
          <span>
            <i className="key acted" />
            after {share(faults)}: {count(faults)} faults
          </span>
          <span className="muted">
            of {count(of)} results{of > 0 && of < 20 ? ', a small sample' : ''}
          </span>
        </span>
      </div>
      {points.filter((point) => 'after' in point).length < 2 ? (
        <p className="pad sm muted">A line needs two steps with {fewest} results each.</p>
      ) : (
        <div className="chart" aria-hidden="true">
          <ResponsiveContainer width="100%" height={150}>
            <LineChart accessibilityLayer={false} data={points} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
              <CartesianGrid stroke="var(--line-1)" strokeDasharray="3 3" vertical={false} />
              <XAxis
                dataKey="at"
                type="number"
                scale="time"
                domain={['dataMin', 'dataMax']}
                tickFormatter={tick}
                stroke="var(--line-2)"
                tick={{ fontSize: 10, fill: 'var(--text-3)' }}
                minTickGap={48}
              />
              <YAxis unit=" %" width={44} stroke="var(--line-2)" tick={{ fontSize: 10, fill: 'var(--text-3)' }} />
              <Tooltip
                isAnimationActive={false}
                labelFormatter={(at) => tick(Number(at))}
                formatter={(value) => `${Number(value).toFixed(1)} %`}
                contentStyle={{ background: 'var(--surface-2)', border: '1px solid var(--line-2)', borderRadius: 5, fontSize: 12 }}
              />
              <Line
                dataKey="before"
                stroke="var(--state-stuck-solid)"
                strokeWidth={1.5}
                strokeDasharray="4 3"
                dot={false}
                connectNulls
                isAnimationActive={false}
              />
              <Line
                dataKey="after"
                stroke="var(--state-recovered-solid)"
                strokeWidth={2}
                dot={false}
                connectNulls
                isAnimationActive={false}
              />
            </LineChart>
          </ResponsiveContainer>
        </div>
      )}
    </section>
  );
}
