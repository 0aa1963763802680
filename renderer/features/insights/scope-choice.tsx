import type { StatsSummary } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { Select } from '../../components/select.tsx';

type Choices = StatsSummary['choices']['sessions'];

/** Looks at one session or one model alone. What is chosen stands there also where this time has nothing of it. */
export function ScopeChoice({
  label,
  all,
  choices,
  value,
  onChange,
}: {
  readonly label: string;
  /** The words for no choice. */
  readonly all: string;
  readonly choices: Choices | undefined;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const names = choices?.names ?? [];
  const listed = value === undefined || names.includes(value) ? names : [value, ...names];
  const beyond = (choices?.all ?? 0) - names.length;
  return (
    <Select
      label={label}
      // A name stands behind a mark, so that none can be taken for the words of all.
      value={value === undefined ? 'all' : `=${value}`}
      options={[
        { value: 'all', label: all },
        ...listed.map((name) => ({ value: `=${name}`, label: inertLine(name, 28) })),
        ...(beyond > 0 ? [{ value: 'more', label: `${count(beyond)} used earlier are not listed`, disabled: true }] : []),
      ]}
      onChange={(next) => onChange(next === 'all' ? undefined : next.slice(1))}
    />
  );
}
