import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { count, orDash } from '../../components/format-units.ts';
import { RuleDetail } from './rule-detail.tsx';
import { oneLine, RulePanel } from './rule-panel.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';
import { SwitchLegend } from './switch-legend.tsx';

const words = ['on', 'ask', 'off'] as const;

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
  const control = (rule: HealingRow) => <RuleSwitchControl rule={rule} words={words} onSwitch={onSwitch} />;
  return (
    <RulePanel
      label="Healing rules"
      one="healing rule"
      rows={rules}
      find={find}
      wordsOf={(rule) => rule.description}
      columns={[
        { head: 'Rule', look: 'tool', cell: (rule) => rule.id },
        { head: 'What it mends', look: 'what', cell: (rule) => oneLine(rule.title) },
        { head: 'Example', look: 'args', cell: (rule) => oneLine(rule.before) },
        { head: 'Safety', look: 'dim', cell: (rule) => rule.safety },
        { head: 'Acted', look: 'num', cell: (rule) => orDash(rule.acted) },
        { head: 'Held', look: 'num', cell: (rule) => orDash(rule.held) },
        { head: 'Switch', look: 'switch-cell', cell: control },
      ]}
      legend={
        <SwitchLegend
          words={[
            ['on', 'heals at once'],
            ['ask', 'holds for you'],
            ['off', 'leaves the call as it is'],
          ]}
        />
      }
      detail={(rule) => (
        <RuleDetail
          name={rule.id}
          code
          tag={rule.safety}
          control={control(rule)}
          text={rule.description}
          facts={[['So far', `${count(rule.acted)} healed, ${count(rule.held)} held`]]}
          samples={[
            { label: 'Before', title: 'As the model writes it', text: rule.before },
            { label: 'After', title: 'As it is delivered', text: rule.after },
          ]}
        />
      )}
    />
  );
}
