import { Segmented } from '../../components/segmented.tsx';

/** What an operator can set: for a format (`auto`, `ask`, `off`), a healing rule (`on`, `ask`, `off`) or a fault pattern (`on`, `off`). */
export type RuleSwitch = 'auto' | 'on' | 'ask' | 'off';

/** On has the colour of a format that dispatches by itself. */
export function RuleSwitchControl<S extends RuleSwitch>({
  rule,
  words,
  onSwitch,
}: {
  readonly rule: { readonly id: string; readonly switch: S };
  readonly words: readonly S[];
  readonly onSwitch: (id: string, value: S) => void;
}) {
  return (
    <Segmented<S>
      label={`Switch of ${rule.id}`}
      tone={rule.switch === 'on' ? 'auto' : rule.switch}
      value={rule.switch}
      options={words.map((value) => ({ value, label: value }))}
      onChange={(value) => onSwitch(rule.id, value)}
    />
  );
}
