import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { clockTime, count, shortTime } from '../../components/format-units.ts';
import { type ErrorStep, errorSteps, fewestResults, ratesOf } from './error-steps.ts';
import { percent, smallSample } from './figure-words.ts';

/** Ends of the axis that four even steps divide into whole numbers. */
const tops = [4, 8, 20, 40, 60, 80, 100];
const font = { fontSize: 10, fill: 'var(--text-3)' };

/** The error rate that agents saw, and the one that they would have seen without mending. No animation. */
export default function ErrorChart({ series }: { readonly series: StatsSummary['series'] }) {
  const steps = errorSteps(series);
  const { failed, wouldHaveFailed, of } = ratesOf(series);
  const first = steps[0];
  const span = (steps.at(-1)?.until ?? 0) - (first?.at ?? 0);
  // Within minutes the seconds tell the points apart, within a day and a half the hour tells more than the date.
  const tick = (at: number): string =>
    span < 600_000 ? clockTime(at) : span < 129_600_000 ? clockTime(at).slice(0, 5) : shortTime(at, Date.now());
  const share = (part: number): string => (of === 0 ? '–' : `${percent(part, of)} %`);
  return (
    <section
      className="error-rate"
      aria-label={`Error rate: ${share(wouldHaveFailed)} before, ${share(failed)} after, of ${of} results${of < smallSample ? ', a small sample' : ''}`}
    >
      <div className="chart-head">
        <h2>Error rate</h2>
        <span className="sm muted ell">
          of {count(of)} tool results{of < smallSample ? ', a small sample' : ''}
          {first === undefined || series.length < 2 ? '' : `, per ${lengthOf(first.until - first.at)}`}
        </span>
        <span className="spring" />
        <span className="legend">
          <span title={`${count(failed)} failed and ${count(wouldHaveFailed - failed)} that were mended and succeeded`}>
            <i className="key before" />
            Before, as the model wrote it <span className="muted">{share(wouldHaveFailed)}</span>
          </span>
          <span title={`${count(failed)} failed`}>
            <i className="key after" />
            After <span className="muted">{share(failed)}</span>
          </span>
        </span>
      </div>
      {steps.filter(({ after }) => after !== undefined).length < 2 ? (
        <p className="sm muted">A line needs two steps with {fewestResults} results each.</p>
      ) : (
        <div className="chart" aria-hidden="true">
          <ResponsiveContainer width="100%" height="100%">
            <ComposedChart accessibilityLayer={false} data={[...steps]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
              <CartesianGrid stroke="var(--line-1)" strokeDasharray="3 3" />
              <XAxis
                dataKey="at"
                type="number"
                scale="time"
                domain={['dataMin', 'dataMax']}
                tickFormatter={tick}
                stroke="var(--line-2)"
                tick={font}
                tickLine={false}
                minTickGap={48}
                height={24}
              />
              <YAxis
                unit=" %"
                width={44}
                domain={[0, (most: number) => tops.find((top) => top >= most) ?? 100]}
                tickCount={5}
                axisLine={false}
                tickLine={false}
                tick={font}
              />
              <Tooltip isAnimationActive={false} cursor={{ stroke: 'var(--line-3)' }} content={<StepTip tick={tick} />} />
              <Area
                dataKey="after"
                type="linear"
                stroke="none"
                fill="var(--state-recovered-bg)"
                fillOpacity={0.7}
                connectNulls
                isAnimationActive={false}
                activeDot={false}
              />
              <Line
                dataKey="before"
                type="linear"
                stroke="var(--state-delivered-solid)"
                strokeWidth={1.5}
                dot={false}
                activeDot={{ r: 3.5, fill: 'var(--surface-1)', stroke: 'var(--state-delivered-solid)', strokeWidth: 1.5 }}
                connectNulls
                isAnimationActive={false}
              />
              <Line
                dataKey="after"
                type="linear"
                stroke="var(--state-recovered-solid)"
                strokeWidth={2}
                dot={false}
                activeDot={{ r: 3.5, fill: 'var(--surface-1)', stroke: 'var(--state-recovered-solid)', strokeWidth: 2 }}
                connectNulls
                isAnimationActive={false}
              />
            </ComposedChart>
          </ResponsiveContainer>
        </div>
      )}
    </section>
  );
}

/** One step: from when to when, each share with its counts. */
function StepTip({
  active,
  payload,
  tick,
}: {
  readonly active?: boolean;
  readonly payload?: readonly { readonly payload?: ErrorStep }[];
  readonly tick: (at: number) => string;
}) {
  const step = payload?.[0]?.payload;
  if (active !== true || step === undefined) return null;
  return (
    <div className="chart-tip">
      <p className="muted">
        {tick(step.at)} to {tick(step.until)}
      </p>
      {(
        [
          ['before', 'Before', step.wouldHaveFailed],
          ['after', 'After', step.failed],
        ] as const
      ).map(([key, name, part]) => (
        <p key={key}>
          <i className={`key ${key}`} />
          <span>{name}</span>
          <b>{percent(part, step.of)} %</b>
          <span className="muted">
            {count(part)} of {count(step.of)}
          </span>
        </p>
      ))}
    </div>
  );
}

/** `10 s`, `5 min`, `6 h`, `2 days`. */
function lengthOf(ms: number): string {
  if (ms < 60_000) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 86_400_000) return `${Math.round(ms / 3_600_000)} h`;
  const days = Math.round(ms / 86_400_000);
  return days === 1 ? 'day' : `${days} days`;
}
