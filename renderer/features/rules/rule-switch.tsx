import { Segmented } from '../../components/segmented.tsx';

/** What an operator can set for a format (`auto`) or a healing rule (`on`). */
export type RuleSwitch = 'auto' | 'on' | 'ask' | 'off';

/** On has the colour of a format that dispatches by itself. */
export function RuleSwitchControl<S extends RuleSwitch>({
  rule,
  first,
  onSwitch,
}: {
  readonly rule: { readonly id: string; readonly switch: S };
  /** The word for acting without asking. */
  readonly first: 'auto' | 'on';
  readonly onSwitch: (id: string, value: S) => void;
}) {
  return (
    <Segmented<RuleSwitch>
      label={`Switch of ${rule.id}`}
      tone={rule.switch === 'on' ? 'auto' : rule.switch}
      value={rule.switch}
      options={[first, 'ask' as const, 'off' as const].map((value) => ({ value, label: value }))}
      onChange={(value) => onSwitch(rule.id, value as S)}
    />
  );
}
