import {
  Ban,
  Check,
  CircleDashed,
  Clock,
  CornerUpRight,
  type LucideIcon,
  MessageSquareText,
  Pause,
  Repeat,
  Unplug,
  Wrench,
  X,
} from 'lucide-react';
import { memo } from 'react';
import type { ShownState } from '../store/journal-view.ts';
import { Icon } from './icon.tsx';

/** Word, icon and hue of each state (design/mock, "Colour"). A hue is never used for anything else. */
export const stateLook: { readonly [S in ShownState]: { readonly word: string; readonly icon: LucideIcon; readonly hue: string } } = {
  arriving: { word: 'Arriving', icon: CircleDashed, hue: 'seen' },
  delivered: { word: 'Delivered', icon: Check, hue: 'delivered' },
  recovered: { word: 'Recovered', icon: CornerUpRight, hue: 'recovered' },
  healed: { word: 'Healed', icon: Wrench, hue: 'healed' },
  held: { word: 'Held', icon: Pause, hue: 'held' },
  refused: { word: 'Refused', icon: Ban, hue: 'refused' },
  rejected: { word: 'Rejected', icon: X, hue: 'refused' },
  expired: { word: 'Expired', icon: Clock, hue: 'refused' },
  text: { word: 'As text', icon: MessageSquareText, hue: 'refused' },
  answered: { word: 'Answered', icon: MessageSquareText, hue: 'refused' },
  cancelled: { word: 'Cancelled', icon: Unplug, hue: 'cancelled' },
  withdrawn: { word: 'Withdrawn', icon: Unplug, hue: 'cancelled' },
  stuck: { word: 'Stuck', icon: Repeat, hue: 'stuck' },
};

/** Always icon and word; `label` may carry the reason ("Held for schema"). */
export const StateChip = memo(function StateChip({ state, label }: { readonly state: ShownState; readonly label?: string | undefined }) {
  const look = stateLook[state];
  return (
    <span className={`chip ${look.hue}`}>
      <Icon of={look.icon} size="c" />
      {label ?? look.word}
    </span>
  );
});
