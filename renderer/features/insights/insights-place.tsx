import { Download } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { exactWord } from '../../../shared/exact-word.ts';
import { Button } from '../../components/button.tsx';
import { Note } from '../../components/note.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { Awaited } from '../../components/use-busy.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';
import { Calibration } from './calibration.tsx';
import { type Behind, EntriesBehind } from './entries-behind.tsx';
import { FigureFoot } from './figure-foot.tsx';
import { FigureRow } from './figure-row.tsx';
import { figureOf } from './figure-words.ts';
import { rankedBy, Rankings } from './rankings.tsx';
import { ScopeChoice } from './scope-choice.tsx';

/** The drawing library is the largest part of the console: it is loaded when a chart is first wanted, and the place stands before it. */
const ErrorChart = lazy(() => import('./error-chart.tsx'));

type Range = '1h' | '24h' | '30d';
const lengths: { readonly [R in Range]: number } = { '1h': 3_600_000, '24h': 86_400_000, '30d': 2_592_000_000 };

/** Tallies over the journal, each with its denominator and the way to the entries behind it. */
export function InsightsPlace() {
  const store = useConsole();
  const [range, setRange] = useState<Range>('24h');
  const [session, setSession] = useState<string>();
  const [model, setModel] = useState<string>();
  const [behind, setBehind] = useState<Behind>();
  // Rounded to the minute, so that drawing again does not ask again.
  const since = Math.floor((Date.now() - lengths[range]) / 60_000) * 60_000;
  const { answer } = useAnswer('stats/summary', {
    since,
    rankings: [...rankedBy],
    ...(session === undefined ? {} : { session }),
    ...(model === undefined ? {} : { model }),
  });
  // What came after the figures were counted is not behind them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer was counted now
  const counted = useMemo(() => Date.now() + 1, [answer]);
  // Queries of figures are whole; those of rows are made here and get the words that this answer was asked with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new answer was asked for now
  const words = useMemo(
    () => [...(session === undefined ? [] : [exactWord('session', session)]), ...(model === undefined ? [] : [exactWord('model', model)])],
    [answer],
  );
  const openRow = (row: Behind): void => setBehind({ ...row, query: [row.query, ...words].join(' ') });
  const choices = answer.state === 'ready' ? answer.value.choices : undefined;
  /** What was opened was counted from something else. */
  const look =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      setBehind(undefined);
      set(value);
    };
  return (
    <>
      <div className="bar">
        <h1>Insights</h1>
        <span className="count">every figure opens the entries behind it</span>
        <span className="spring" />
        <ScopeChoice label="Session" all="all sessions" choices={choices?.sessions} value={session} onChange={look(setSession)} />
        <ScopeChoice label="Model" all="all models" choices={choices?.models} value={model} onChange={look(setModel)} />
        <Segmented<Range>
          label="Time"
          value={range}
          onChange={look(setRange)}
          options={[
            { value: '1h', label: 'last hour' },
            { value: '24h', label: '24 hours' },
            { value: '30d', label: '30 days' },
          ]}
        />
        <Button icon={Download} onClick={() => store.setState({ overlay: 'export', handOver: undefined })}>
          Export…
        </Button>
      </div>
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
      {answer.state === 'ready' ? (
        <>
          <div className="cols">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
            <div className="scroll grow insights" tabIndex={0} role="region" aria-label="Figures">
              <FigureRow figures={answer.value.figures} onOpen={setBehind} />
              <div className="charts">
                <Suspense fallback={<Awaited className="error-rate" />}>
                  <ErrorChart series={answer.value.series} />
                </Suspense>
                <Calibration rows={answer.value.calibration} onOpen={openRow} />
              </div>
              <Rankings rankings={answer.value.rankings} turns={figureOf(answer.value.figures, 'turns')?.value ?? 0} onOpen={openRow} />
            </div>
            {behind === undefined ? null : (
              <EntriesBehind key={behind.query} behind={behind} since={since} until={counted} onClose={() => setBehind(undefined)} />
            )}
          </div>
          <FigureFoot figures={answer.value.figures} onOpen={setBehind} />
        </>
      ) : null}
    </>
  );
}
