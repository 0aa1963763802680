import { Check, X } from 'lucide-react';
import { Icon } from '../../components/icon.tsx';
import type { Fate } from './turn-fate.ts';

/** What became of the turn, a fact each. */
export function TurnFateList({ fates }: { readonly fates: readonly Fate[] }) {
  if (fates.length === 0) return null;
  return (
    <ul className="fates sm two" aria-label="What became of the turn">
      {fates.map(({ good, text }) => (
        <li key={text}>
          <Icon of={good ? Check : X} size="s" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
