import { useState } from 'react';
import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { useKeys } from '../../components/use-keys.ts';
import { HealingDetail } from './healing-detail.tsx';
import type { HealingSwitch } from './healing-switch.tsx';
import { HealingTable } from './healing-table.tsx';

/** Healing rules of native calls with their switches; the legend says what a switch does. */
export function HealingPanel({
  rules,
  find,
  onSwitch,
}: {
  readonly rules: readonly HealingRow[];
  readonly find: string;
  readonly onSwitch: (id: string, value: HealingSwitch) => void;
}) {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const shown = rules.filter((rule) => find === '' || `${rule.id} ${rule.title} ${rule.description}`.toLowerCase().includes(find));
  const current = shown.find((rule) => rule.id === selected) ?? shown[0];
  const move = (step: number): void => {
    const at = shown.findIndex((rule) => rule.id === current?.id);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.id);
  };
  useKeys({ next: () => move(1), previous: () => move(-1) });
  return (
    <>
      <section className="pane grow">
        <HealingTable rules={shown} selected={current?.id} onSelect={setSelected} onSwitch={onSwitch} />
        <div className="flex sm muted legend-bar">
          <span>
            <b className="two">on</b> heals at once
          </span>
          <span>
            <b className="two">ask</b> holds for you
          </span>
          <span>
            <b className="two">off</b> leaves the call as it is
          </span>
        </div>
      </section>
      <aside className="pane rule-side" aria-label="Healing rule">
        {current === undefined ? null : <HealingDetail rule={current} onSwitch={onSwitch} />}
      </aside>
    </>
  );
}
