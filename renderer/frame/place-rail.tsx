import { Icon } from '../components/icon.tsx';
import { useConsole, useConsoleState } from '../store/console-store.ts';
import { modName, railPlaces } from '../components/rail-places.ts';

export function PlaceRail() {
  const store = useConsole();
  const here = useConsoleState((state) => state.place);
  const waiting = useConsoleState((state) => {
    let count = 0;
    for (const approval of state.view.approvals.values()) if (approval.status.state === 'pending') count += 1;
    return count;
  });
  const open = useConsoleState((state) => state.view.circuits.size);
  return (
    <nav className="rail" aria-label="Places">
      {railPlaces.map(({ place, name, digit, icon }) => (
        <button
          key={place}
          type="button"
          className="place-link"
          aria-current={here === place ? 'page' : undefined}
          title={`${name} (${modName} ${digit})`}
          onClick={() => store.go(place)}
        >
          <Icon of={icon} />
          {name}
          {place === 'approvals' && waiting > 0 ? <Badge count={waiting} says="waiting" /> : null}
          {place === 'alerts' && open > 0 ? <Badge count={open} says="circuits open" red /> : null}
        </button>
      ))}
    </nav>
  );
}

function Badge({ count, says, red }: { readonly count: number; readonly says: string; readonly red?: boolean | undefined }) {
  return (
    <span className={red === true ? 'badge red' : 'badge'}>
      {count > 99 ? '99+' : count}
      <span className="sr"> {says}</span>
    </span>
  );
}
