import type { ReplayRow } from '../../../shared/ipc/contract.ts';
import { inertLine } from '../../components/inert-text.ts';
import { useAnswer } from '../../components/use-answer.ts';

/** Exchanges whose verdict is another one today: then, now, and what made the difference. */
export function ReplayRows({ job }: { readonly job: string }) {
  const { answer } = useAnswer('replay/rows', { job, limit: 500 });
  if (answer.state !== 'ready') return null;
  const rows = answer.value.rows.filter((row) => row.state === 'differs' || row.state === 'not-reproducible');
  return (
    <table className="replay">
      <thead>
        <tr>
          <th>Turn</th>
          <th>Then</th>
          <th>Now</th>
          <th>Because</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="mono xs">{inertLine(row.id, 40)}</td>
            <td>{row.before === null ? 'unknown' : verdictOf(row.before)}</td>
            <td>{row.state === 'not-reproducible' ? 'not reproducible' : verdictOf(row.after)}</td>
            <td className="sm two">{reasonOf(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const verdictOf = ({ outcome, reason, calls }: ReplayRow['after']): string =>
  [
    outcome.replace(/_/g, ' '),
    ...(reason === '' ? [] : [reason]),
    ...(calls.length === 0 ? [] : [calls.map(({ name }) => inertLine(name, 40)).join(', ')]),
  ].join(' · ');

function reasonOf({ settings, because, differences }: ReplayRow): string {
  if (settings.length > 0)
    return settings.map(({ key, before, after }) => `${key} was ${JSON.stringify(before)}, is ${JSON.stringify(after)}`).join('; ');
  if (because.length > 0) return because.map((mark) => inertLine(mark, 120)).join(', ');
  return `${differences.map(({ field }) => field).join(', ')} changed`;
}
