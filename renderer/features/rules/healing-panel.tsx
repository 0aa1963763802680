import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { HealingDetail } from './healing-detail.tsx';
import { NoneFound } from './none-found.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';
import { RuleTable } from './rule-table.tsx';
import { SwitchLegend } from './switch-legend.tsx';
import { useChosen } from './use-chosen.ts';

/** Healing rules with their switches, each with an example before and after. */
export function HealingPanel({
  rules,
  find,
  onSwitch,
}: {
  readonly rules: readonly HealingRow[];
  readonly find: string;
  readonly onSwitch: (id: string, value: HealingRow['switch']) => void;
}) {
  const shown = rules.filter((rule) => find === '' || `${rule.id} ${rule.title} ${rule.description}`.toLowerCase().includes(find));
  const { current, choose } = useChosen(shown);
  return (
    <>
      <section className="pane grow">
        <RuleTable
          label="Healing rules"
          heads={['Rule', 'What it mends', 'Safety']}
          lines={shown.map((rule) => ({
            ...rule,
            sample: rule.before,
            kind: rule.safety,
            off: rule.switch === 'off',
            control: <RuleSwitchControl rule={rule} first="on" onSwitch={onSwitch} />,
          }))}
          none={find === '' ? null : <NoneFound what="healing rule" find={find} />}
          selected={current?.id}
          onSelect={choose}
        />
        <SwitchLegend
          words={[
            ['on', 'heals at once'],
            ['ask', 'holds for you'],
            ['off', 'leaves the call as it is'],
          ]}
        />
      </section>
      <aside className="pane rule-side" aria-label="Healing rule">
        {current === undefined ? null : <HealingDetail rule={current} onSwitch={onSwitch} />}
      </aside>
    </>
  );
}
