import { useState } from 'react';
import { exactWord } from '../../../shared/exact-word.ts';
import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count, plural } from '../../components/format-units.ts';
import { Segmented } from '../../components/segmented.tsx';
import type { Behind } from './entries-behind.tsx';
import { partWords, Ranking, type RankRow } from './ranking.tsx';

type Row = StatsSummary['groups'][number];
type Where = 'model' | 'upstream' | 'agent';
const wheres: readonly Where[] = ['model', 'upstream', 'agent'];
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** All that the place asks `stats/summary` to rank by. */
export const rankedBy = ['tool', 'category', 'format', ...wheres] as const;

const total = (rows: readonly RankRow[], of: (row: RankRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0);

/** Calls that something acted on, by how they ended: each call once, so that they never are more than the calls. */
function actedRows(rows: readonly Row[], field: string): readonly RankRow[] {
  return rows
    .map(({ name, ends }) => {
      const acted = ends.recovered + ends.healed + ends.refused + ends.cancelled;
      return {
        name,
        value: acted,
        share: acted,
        of: ends.all,
        parts: partsOf(ends),
        query: `${exactWord(field, name)} type:tool-call-delivered -state:delivered`,
      };
    })
    .filter(({ of }) => of > 0);
}

const partsOf = ({ recovered, healed, refused, cancelled }: Row['ends']): RankRow['parts'] => [
  ['recovered', recovered],
  ['healed', healed],
  ['refused', refused],
  ['cancelled', cancelled],
];

/** Leaks by what became of them; a share is what was admitted. */
const leakRows = (rows: readonly Row[]): readonly RankRow[] =>
  rows
    .filter(({ ends }) => ends.all > 0)
    .map(({ name, ends }) => ({
      name,
      value: ends.all,
      share: ends.recovered,
      of: ends.all,
      parts: partsOf(ends),
      query: `${exactWord('format', name)} state:recovered,refused,rejected,expired,withdrawn`,
    }));

/** What went wrong and what mended it: entries of faults, heals, holds, refusals and cuts of each kind; a share is of the turns it came in. */
const categoryRows = (rows: readonly Row[], turns: number): readonly RankRow[] =>
  rows
    .map(({ name, faults, healed, held, refused, cancelled, turns: touched }) => ({
      name,
      value: faults + healed + held + refused + cancelled,
      share: Math.min(touched, turns),
      of: turns,
      parts: [
        ['stuck', faults],
        ['healed', healed],
        ['held', held],
        ['refused', refused],
        ['cancelled', cancelled],
      ] as const,
      query: `${exactWord('category', name)} type:fault-classified,tool-call-healed,tool-call-held,tool-call-refused,tool-call-cancelled`,
    }))
    .filter(({ value }) => value > 0);

/** By tool, by category, by format, and by model, upstream or agent, side by side. */
export function Rankings({
  rankings,
  turns,
  onOpen,
}: {
  readonly rankings: StatsSummary['rankings'];
  readonly turns: number;
  readonly onOpen: (behind: Behind) => void;
}) {
  const [where, setWhere] = useState<Where>('model');
  const rowsOf = (group: string): readonly Row[] => (Object.hasOwn(rankings, group) ? (rankings[group] ?? []) : []);
  const tools = actedRows(rowsOf('tool'), 'tool');
  const categories = categoryRows(rowsOf('category'), turns);
  const formats = leakRows(rowsOf('format'));
  const places = actedRows(rowsOf(where), where);
  const acted = (rows: readonly RankRow[]): string =>
    `${count(total(rows, ({ value }) => value))} of ${plural(
      total(rows, ({ of }) => of),
      'call',
    )}`;
  return (
    <div className="ranks">
      <Ranking
        label="By tool"
        end={acted(tools)}
        columns={['Tool', 'Acted', 'of calls']}
        rows={tools}
        none="No call was acted on in this time."
        onOpen={onOpen}
      />
      <Ranking
        label="By category"
        end={`in ${plural(turns, 'turn')}`}
        columns={['Category', 'Times', 'of turns']}
        rows={categories}
        none="Nothing failed, was mended, held, refused or cut in this time."
        onOpen={onOpen}
      />
      <div>
        <Ranking
          label="By format"
          end={`${count(total(formats, ({ share }) => share))} of ${plural(
            total(formats, ({ of }) => of),
            'leak',
          )} admitted`}
          columns={['Format', 'Leaks', 'admitted']}
          rows={formats}
          none="No call came as text in this time."
          onOpen={onOpen}
        />
        <Ranking
          label={`By ${where}`}
          end={acted(places)}
          columns={[capital(where), 'Acted', 'of calls']}
          rows={places}
          none="No call was acted on in this time."
          onOpen={onOpen}
        >
          <Segmented<Where> label="Rank by" value={where} onChange={setWhere} options={wheres.map((value) => ({ value, label: value }))} />
        </Ranking>
      </div>
      <p className="rank-key">
        {(['recovered', 'healed', 'held', 'refused', 'cancelled', 'stuck'] as const).map((part) => (
          <span key={part}>
            <i className={part} aria-hidden="true" />
            {partWords[part]}
          </span>
        ))}
      </p>
    </div>
  );
}
