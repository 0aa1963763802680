import { RadioGroup } from 'radix-ui';

/** One choice of a few, shown at once. `tone` colours auto / ask / off switches. */
export function Segmented<T extends string>({
  label,
  value,
  options,
  onChange,
  tone,
  disabled,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly tone?: string | undefined;
  readonly disabled?: boolean | undefined;
}) {
  return (
    <RadioGroup.Root
      className={`seg ${tone ?? ''}`}
      orientation="horizontal"
      aria-label={label}
      value={value}
      disabled={disabled === true}
      onValueChange={(next) => onChange(next as T)}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value}>
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
