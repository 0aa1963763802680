import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { Segmented } from '../../components/segmented.tsx';

/** What an operator can set for a healing rule. */
export type HealingSwitch = HealingRow['switch'];

const options = [
  { value: 'on', label: 'on' },
  { value: 'ask', label: 'ask' },
  { value: 'off', label: 'off' },
] as const;

/** On has the colour of a format that dispatches by itself. */
export function HealingSwitchControl({
  rule,
  onSwitch,
}: {
  readonly rule: HealingRow;
  readonly onSwitch: (id: string, value: HealingSwitch) => void;
}) {
  return (
    <Segmented<HealingSwitch>
      label={`Switch of ${rule.id}`}
      tone={rule.switch === 'on' ? 'auto' : rule.switch}
      value={rule.switch}
      options={options}
      onChange={(value) => onSwitch(rule.id, value)}
    />
  );
}
