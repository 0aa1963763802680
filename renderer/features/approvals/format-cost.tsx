import { plural } from '../../components/format-units.ts';
import { Segmented } from '../../components/segmented.tsx';
import { type HoldingCost, per100 } from './use-holding-cost.ts';

/** What this card's format has cost so far, with its switch beside it. */
export function FormatCost({ cost, format }: { readonly cost: HoldingCost; readonly format: string }) {
  const row = cost.rows.find(({ id }) => id === format);
  if (row === undefined) return null;
  return (
    <div className="sec">
      <h3>
        What holding <code>{row.id}</code> costs
        <span className="end">30 days</span>
      </h3>
      <div className="flex sm two cost">
        <span>
          {plural(row.held, 'hold')}, {per100(row.held, cost.turns)} per 100 turns
        </span>
        <span title="False holds: approved as they were">
          {row.decided === 0 ? 'none decided yet' : `${row.approved} of ${row.decided} decided were approved unchanged`}
        </span>
        <span className="spring" />
        <Segmented
          label={`Switch of ${row.id}`}
          tone={row.value === 'on' ? 'auto' : row.value}
          value={row.value}
          options={row.options.map((value) => ({ value, label: value }))}
          onChange={(value) => cost.turn(row, value)}
        />
      </div>
    </div>
  );
}
