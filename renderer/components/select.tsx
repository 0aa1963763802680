import { Check, ChevronsUpDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { Icon } from './icon.tsx';

/** A choice from a list that opens. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled,
  tall,
}: {
  readonly label: string;
  readonly value: T;
  readonly options: readonly {
    readonly value: T;
    readonly label: string;
    /** In place of the label while the list is closed and the window narrow. */
    readonly short?: string | undefined;
    readonly disabled?: boolean | undefined;
  }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean | undefined;
  readonly tall?: boolean | undefined;
}) {
  const chosen = options.find((option) => option.value === value);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)} disabled={disabled === true}>
      <Radix.Trigger className={tall === true ? 'select tall' : 'select'} aria-label={label}>
        {chosen?.short === undefined ? (
          <Radix.Value />
        ) : (
          <Radix.Value>
            <span className="wide-only">{chosen.label}</span>
            <span className="narrow-only">{chosen.short}</span>
          </Radix.Value>
        )}
        <Radix.Icon asChild>
          <span className="flex">
            <Icon of={ChevronsUpDown} size="s" />
          </span>
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="menu" position="popper" sideOffset={4}>
          <Radix.Viewport>
            {options.map((option) => (
              <Radix.Item key={option.value} value={option.value} disabled={option.disabled === true} className="menu-item">
                <Radix.ItemIndicator className="tick">
                  <Icon of={Check} size="s" />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
