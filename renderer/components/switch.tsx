import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';

export function Switch({
  label,
  on,
  onChange,
  hideLabel,
  disabled,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly hideLabel?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}) {
  const id = useId();
  return (
    <span className="flex switch">
      <label htmlFor={id} className={hideLabel === true ? 'sr' : 'sm two'}>
        {label}
      </label>
      <Radix.Root id={id} className="toggle" checked={on} onCheckedChange={onChange} disabled={disabled === true}>
        <Radix.Thumb />
      </Radix.Root>
    </span>
  );
}
