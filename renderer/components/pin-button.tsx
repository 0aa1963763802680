import { Pin, PinOff } from 'lucide-react';
import type { PinRow } from '../../shared/ipc/contract.ts';
import { useConsole, useConsoleState } from '../store/console-store.ts';
import { pinKey } from '../store/pin-key.ts';
import { togglePin } from '../store/pins.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Pins the thing that its pane shows, or lets go of it. */
export function PinButton({ pin, keys }: { readonly pin: PinRow; readonly keys: string }) {
  const store = useConsole();
  const pinned = useConsoleState((state) => state.pins.has(pinKey(pin.kind, pin.id)));
  return (
    <Button
      look="ghost"
      small
      icon={pinned ? PinOff : Pin}
      aria-label={pinned ? `Unpin the ${pin.kind} (${keys})` : `Pin the ${pin.kind} (${keys})`}
      aria-pressed={pinned}
      onClick={() => void togglePin(store, pin)}
    />
  );
}

/** Marks in a list what is pinned. */
export function PinMark() {
  return (
    <span className="pin-mark" title="Pinned">
      <Icon of={Pin} size="c" />
      <span className="sr">pinned</span>
    </span>
  );
}
