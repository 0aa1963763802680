import { lazy, Suspense, useMemo, useState } from 'react';
import { Note } from '../../components/note.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Awaited } from '../../components/use-busy.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { Calibration } from './calibration.tsx';
import { type Behind, EntriesBehind } from './entries-behind.tsx';
import { FigureStrip } from './figure-strip.tsx';
import { Ranking } from './ranking.tsx';

/** The drawing library is the largest part of the console: it is loaded when a chart is first wanted, and the place stands before it. */
const ActedChart = lazy(() => import('./acted-chart.tsx'));
const ErrorChart = lazy(() => import('./error-chart.tsx'));

type Range = '1h' | '24h' | '30d';
type Group = 'tool' | 'category' | 'format' | 'model' | 'upstream' | 'agent';
const groups: readonly Group[] = ['tool', 'category', 'format', 'model', 'upstream', 'agent'];
const lengths: { readonly [R in Range]: number } = { '1h': 3_600_000, '24h': 86_400_000, '30d': 2_592_000_000 };

/** Tallies over the journal, each with its denominator and the way to the entries behind it. */
export function InsightsPlace() {
  const [range, setRange] = useState<Range>('24h');
  const [group, setGroup] = useState<Group>('tool');
  const [behind, setBehind] = useState<Behind>();
  // Rounded to the minute, so that drawing again does not ask again.
  const since = Math.floor((Date.now() - lengths[range]) / 60_000) * 60_000;
  const { answer } = useAnswer('stats/summary', { since, group });
  // What came after the figures were counted is not behind them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer was counted now
  const counted = useMemo(() => Date.now() + 1, [answer]);
  return (
    <>
      <div className="bar">
        <h1>Insights</h1>
        <span className="count">counted from the journal</span>
        <span className="spring" />
        <Segmented<Range>
          label="Time"
          value={range}
          onChange={setRange}
          options={[
            { value: '1h', label: 'last hour' },
            { value: '24h', label: '24 hours' },
            { value: '30d', label: '30 days' },
          ]}
        />
      </div>
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
      {answer.state === 'ready' ? (
        <div className="cols">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
          <div className="scroll grow" tabIndex={0} role="region" aria-label="Figures">
            <FigureStrip figures={answer.value.figures} onOpen={setBehind} />
            <Suspense fallback={<Awaited className="chart-section chart-wait" />}>
              <ActedChart series={answer.value.series} />
              <ErrorChart series={answer.value.series} />
            </Suspense>
            <div className="section-head">
              <h2>Ranking</h2>
              <span className="sm muted">by calls; the bar shows what became of them</span>
              <span className="spring" />
              <Segmented<Group>
                label="Rank by"
                value={group}
                onChange={setGroup}
                options={groups.map((value) => ({ value, label: value }))}
              />
            </div>
            <Ranking groups={answer.value.groups} field={group} onOpen={setBehind} />
            <Calibration rows={answer.value.calibration} onOpen={setBehind} />
          </div>
          {behind === undefined ? null : (
            <EntriesBehind key={behind.query} behind={behind} since={since} until={counted} onClose={() => setBehind(undefined)} />
          )}
        </div>
      ) : null}
    </>
  );
}
