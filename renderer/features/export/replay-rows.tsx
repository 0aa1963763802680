import { inertLine } from '../../components/inert-text.ts';
import { differenceWords, verdictWords } from '../../components/replay-words.ts';
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
            <td>{row.before === null ? 'unknown' : verdictWords(row.before)}</td>
            <td>{row.state === 'not-reproducible' ? 'not reproducible' : verdictWords(row.after)}</td>
            <td className="sm two">{differenceWords(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
