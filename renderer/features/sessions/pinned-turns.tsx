import type { PinRow } from '../../../shared/ipc/contract.ts';
import { shortTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { QueueItem } from '../../components/queue-item.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { useNow } from '../../components/use-now.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';

/** Pinned turns of all sessions, each the way to itself however old it is. */
export function PinnedTurns({ pins }: { readonly pins: readonly PinRow[] }) {
  const store = useConsole();
  const selected = useConsoleState((state) => state.selectedTurn);
  const now = useNow();
  return pins.map((pin) => (
    <QueueItem
      key={pin.id}
      selected={pin.id === selected}
      onSelect={() => store.setState({ selectedSession: pin.session, selectedTurn: pin.turn })}
      aside={shortTime(pin.since, now)}
      pinned
      first={<span>{inertLine(pin.label, 60)}</span>}
      second={<SessionMark session={pin.session} />}
    />
  ));
}
