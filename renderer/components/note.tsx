import { CircleX, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

const looks = {
  problem: { hue: 'stuck', icon: CircleX },
  warning: { hue: 'held', icon: TriangleAlert },
  info: { hue: '', icon: Info },
} as const;

/** What, why, next; the action that does it stands in the note. */
export function Note({
  tone,
  children,
  action,
}: {
  readonly tone: keyof typeof looks;
  readonly children: ReactNode;
  readonly action?: ReactNode;
}) {
  return (
    <div className={`note ${looks[tone].hue}`} role={tone === 'problem' ? 'alert' : 'note'}>
      <Icon of={looks[tone].icon} />
      <div className="grow">{children}</div>
      {action}
    </div>
  );
}
