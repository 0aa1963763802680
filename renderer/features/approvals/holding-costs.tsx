import { Gauge } from 'lucide-react';
import { Popover } from 'radix-ui';
import { Button } from '../../components/button.tsx';
import { count } from '../../components/format-units.ts';
import { Segmented } from '../../components/segmented.tsx';
import { type HoldingCost, per100 } from './use-holding-cost.ts';

/** Every format and rule that held a call in the last 30 days, with its cost and its switch. */
export function HoldingCosts({ cost }: { readonly cost: HoldingCost }) {
  const rows = cost.rows.filter((row) => row.held > 0);
  return (
    <Popover.Root onOpenChange={(open) => open && cost.again()}>
      <Popover.Trigger asChild>
        <Button icon={Gauge}>What holding costs</Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="menu costs" align="end" sideOffset={4} aria-label="What holding costs">
          {rows.length === 0 ? (
            <p className="sm muted pad">No call was held in the last 30 days.</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th scope="col">Format or rule</th>
                  <th scope="col" className="num">
                    Holds
                  </th>
                  <th scope="col" className="num">
                    per 100 turns
                  </th>
                  <th scope="col" className="num">
                    Approved unchanged
                  </th>
                  <th scope="col">Switch</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <code>{row.id}</code>
                    </th>
                    <td className="num">{count(row.held)}</td>
                    <td className="num">{per100(row.held, cost.turns)}</td>
                    <td className="num">{row.decided === 0 ? '–' : `${count(row.approved)} of ${count(row.decided)}`}</td>
                    <td>
                      <Segmented
                        label={`Switch of ${row.id}`}
                        tone={row.value === 'on' ? 'auto' : row.value}
                        value={row.value}
                        options={row.options.map((value) => ({ value, label: value }))}
                        onChange={(value) => cost.turn(row, value)}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <p className="xs muted pad">Last 30 days, {count(cost.turns)} turns. Approved unchanged of those that somebody decided.</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
