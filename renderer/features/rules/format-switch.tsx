import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { Segmented } from '../../components/segmented.tsx';

/** What an operator can set for a format. */
export type FormatSwitch = FormatRow['switch'];

const options = [
  { value: 'auto', label: 'auto' },
  { value: 'ask', label: 'ask' },
  { value: 'off', label: 'off' },
] as const;

export function FormatSwitchControl({
  format,
  onSwitch,
}: {
  readonly format: FormatRow;
  readonly onSwitch: (id: string, value: FormatSwitch) => void;
}) {
  return (
    <Segmented<FormatSwitch>
      label={`Switch of ${format.id}`}
      tone={format.switch}
      value={format.switch}
      options={options}
      onChange={(value) => onSwitch(format.id, value)}
    />
  );
}
