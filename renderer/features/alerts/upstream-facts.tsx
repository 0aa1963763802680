import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { clockTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { Payload } from '../../components/payload.tsx';
import { causeWords, upstreamNext } from './incident-words.ts';
import { turnFate } from './turn-fate.ts';
import { TurnFateList } from './turn-fate-list.tsx';

type Failed = JournalEntry & { readonly type: 'upstream-failed' };

/** How the endpoint failed, what was done about it and what comes next. `fate`: what became of the turn is said here. */
export function UpstreamFacts({
  entries,
  story,
  turn,
  fate,
}: {
  readonly entries: readonly JournalEntry[];
  readonly story: readonly JournalEntry[];
  readonly turn: string;
  readonly fate: boolean;
}) {
  const failures = entries.filter((entry): entry is Failed => entry.type === 'upstream-failed');
  const last = failures.at(-1);
  if (last === undefined) return null;
  return (
    <div className="sec wide">
      <h3>
        How the endpoint failed
        {last.pattern === undefined ? null : <span className="end mono">{inertLine(last.pattern, 60)}</span>}
      </h3>
      <div className="well flush evidence">
        <table className="failures">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Endpoint</th>
              <th scope="col">Status</th>
              <th scope="col">Cause</th>
              <th scope="col">What it said</th>
            </tr>
          </thead>
          <tbody>
            {failures.map((entry) => (
              <tr key={entry.seq}>
                <td className="muted time">{clockTime(entry.at)}</td>
                <td className="ell">{entry.upstream === '' ? 'not known' : inertLine(entry.upstream, 60)}</td>
                <td>{entry.status === 0 ? 'none' : entry.status}</td>
                <td>{causeWords(entry.cause)}</td>
                <td className="arrived">
                  {entry.detail === '' ? <span className="muted">nothing</span> : <Payload text={entry.detail} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {fate ? <TurnFateList fates={turnFate(turn, story)} /> : null}
      <p className="sm two next-step">
        <b>Next</b> {upstreamNext(last.status, last.cause, last.pattern)}
      </p>
    </div>
  );
}
