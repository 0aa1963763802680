import type { JournalEntry } from '../../../shared/journal-entry.ts';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { plural } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { useAnswer } from '../../components/use-answer.ts';
import { repeatsIn, repeatsOfFault } from './loop-repeats.ts';

/** The repeated calls and their results, side by side. */
export function LoopEvidence({ incident }: { readonly incident: IncidentRow }) {
  const seen = incident.entries.findLast((entry) => entry.type === 'loop-detected');
  if (seen?.type === 'loop-detected' && seen.evidence.length > 0) return <Repeats repeats={repeatsIn(seen.evidence)} />;
  return incident.fingerprint === '' ? null : <FaultRepeats incident={incident} />;
}

/** A circuit that a known mistake opened: its results are looked up in the journal. */
function FaultRepeats({ incident }: { readonly incident: IncidentRow }) {
  const { session, lastAt, fingerprint } = incident;
  const types = ['fault-classified', 'tool-result-seen', 'tool-call-delivered'];
  const { answer } = useAnswer('entries/query', { query: '', types, session, until: lastAt + 1, limit: 400 });
  if (answer.state !== 'ready') return null;
  const entries: readonly JournalEntry[] = answer.value.entries;
  const repeats = repeatsOfFault([...entries].reverse(), fingerprint);
  return repeats.length === 0 ? null : <Repeats repeats={repeats} />;
}

function Repeats({ repeats }: { readonly repeats: ReturnType<typeof repeatsIn> }) {
  const first = repeats[0];
  const allEqual = first !== undefined && repeats.every((each) => each.call === first.call && each.result === first.result);
  return (
    <div className="sec wide">
      <h3>
        Evidence
        <span className="end">{allEqual ? `the same ${plural(repeats.length, 'time')}` : plural(repeats.length, 'step')}</span>
      </h3>
      <table className="repeats sm">
        <thead>
          <tr>
            <th scope="col" className="num">
              #
            </th>
            <th scope="col">Call</th>
            <th scope="col">Result</th>
          </tr>
        </thead>
        <tbody>
          {repeats.map(({ id, call, result }, at) => (
            <tr key={id}>
              <td className="num muted">{at + 1}</td>
              <td>
                <code>{inertLine(call, 300)}</code>
              </td>
              <td>
                <code>{result === '' ? 'nothing' : inertLine(result, 300)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The guidance that the model read last. */
export function ToldToModel({ entries }: { readonly entries: readonly JournalEntry[] }) {
  const sent = entries.findLast((entry) => entry.type === 'guidance-sent');
  if (sent?.type !== 'guidance-sent') return null;
  return (
    <div className="sec wide">
      <h3>
        What the model was told
        <span className="end">
          <span className="tag">{inertLine(sent.pattern, 60)}</span>
        </span>
      </h3>
      <PayloadWell label="What the model was told" text={sent.text} syntax="json" />
    </div>
  );
}
