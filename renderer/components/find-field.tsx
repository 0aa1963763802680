import { Search } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Icon } from './icon.tsx';
import { useKeys } from './use-keys.ts';

/** Narrows what a place shows by plain words; the filter key leads to it, Esc empties it and leaves. */
export function FindField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const field: RefObject<HTMLInputElement | null> = useRef(null);
  useKeys({
    filter: (event) => {
      event.preventDefault();
      field.current?.focus();
    },
  });
  return (
    <div className="field find">
      <Icon of={Search} size="s" />
      <input
        ref={field}
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && (onChange(''), event.currentTarget.blur())}
      />
      <span className="end">
        <kbd>/</kbd>
      </span>
    </div>
  );
}
