import { Switch as Radix } from 'radix-ui';
import { useId } from 'react';

export function Switch({
  label,
  on,
  onChange,
  hideLabel,
  hint,
  disabled,
}: {
  readonly label: string;
  /** What it does, under the pointer and for a screen reader. */
  readonly hint?: string | undefined;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly hideLabel?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}) {
  const id = useId();
  return (
    <span className="flex switch" title={hint}>
      <label htmlFor={id} className={hideLabel === true ? 'sr' : 'sm two'}>
        {label}
      </label>
      <Radix.Root id={id} className="toggle" aria-description={hint} checked={on} onCheckedChange={onChange} disabled={disabled === true}>
        <Radix.Thumb />
      </Radix.Root>
    </span>
  );
}
