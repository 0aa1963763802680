import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { clockTime, count, shortTime } from '../../components/format-units.ts';

/** Calls, calls that something acted on, and faults over time; no animation. */
export default function ActedChart({ series }: { readonly series: StatsSummary['series'] }) {
  const first = series[0]?.at ?? 0;
  const last = series.at(-1)?.at ?? 0;
  // Within minutes the seconds tell the points apart, within a day and a half the hour tells more than the date.
  const tick = (at: number): string =>
    last - first < 600_000 ? clockTime(at) : last - first < 129_600_000 ? clockTime(at).slice(0, 5) : shortTime(at, Date.now());
  const total = series.reduce((sum, point) => sum + point.calls, 0);
  const acted = series.reduce((sum, point) => sum + point.acted, 0);
  const faults = series.reduce((sum, point) => sum + point.faults, 0);
  return (
    <section className="chart-section" aria-label={`Over time: ${total} calls, ${acted} acted on, ${faults} faults`}>
      <div className="section-head">
        <h2>Over time</h2>
        <span className="legend">
          <span>
            <i className="key calls" />
            calls {count(total)}
          </span>
          <span>
            <i className="key acted" />
            acted on {count(acted)} of {count(total)}
          </span>
          <span>
            <i className="key faults" />
            faults {count(faults)}
          </span>
        </span>
      </div>
      {series.length < 2 ? (
        <p className="pad sm muted">A line needs two points in time; there is {series.length === 0 ? 'none' : 'one'} yet.</p>
      ) : (
        <div className="chart" aria-hidden="true">
          <ResponsiveContainer width="100%" height={180}>
            <LineChart accessibilityLayer={false} data={[...series]} margin={{ top: 8, right: 24, bottom: 0, left: 0 }}>
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
              <YAxis allowDecimals={false} width={44} stroke="var(--line-2)" tick={{ fontSize: 10, fill: 'var(--text-3)' }} />
              <Tooltip
                isAnimationActive={false}
                labelFormatter={(at) => tick(Number(at))}
                contentStyle={{ background: 'var(--surface-2)', border: '1px solid var(--line-2)', borderRadius: 5, fontSize: 12 }}
              />
              <Line dataKey="calls" stroke="var(--state-delivered-solid)" strokeWidth={1.5} dot={false} isAnimationActive={false} />
              <Line
                dataKey="acted"
                name="acted on"
                stroke="var(--state-recovered-solid)"
                strokeWidth={2}
                dot={false}
                isAnimationActive={false}
              />
              <Line
                dataKey="faults"
                stroke="var(--state-stuck-solid)"
                strokeWidth={1.5}
                strokeDasharray="4 3"
                dot={false}
                isAnimationActive={false}
              />
            </LineChart>
          </ResponsiveContainer>
        </div>
      )}
    </section>
  );
}
