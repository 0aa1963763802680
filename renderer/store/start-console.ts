import { consoleId } from '../console-id.ts';
import type { OperatorClient } from '../operator-client.ts';
import { createConsoleStore, type ConsoleStore, isPlace } from './console-store.ts';
import { followFeed } from './feed-follower.ts';
import { viewBounds } from './journal-view.ts';
import { followLook } from './look-settings.ts';
import { loadPins } from './pins.ts';
import { isCleared, reloadView } from './reload-view.ts';

/**
 * Starts the view: what the console stands on (about, waiting approvals), then the feed. Waiting approvals come first because their
 * entries may be older than the part of the journal that is folded here.
 */
export async function startConsole(client: OperatorClient): Promise<ConsoleStore> {
  const store = createConsoleStore(client);
  const [about, waiting] = await Promise.all([client.call('about/get', {}), client.call('approvals/list', {}), followLook(store)]);
  store.setState((state) => ({
    about: about.ok ? about.value : undefined,
    feed: about.ok ? state.feed : about.error.code === 'signed-out' ? 'signed-out' : 'lost',
    view: {
      ...state.view,
      lastSeq: about.ok ? Math.max(0, about.value.lastSeq - viewBounds.calls) : 0,
      approvals: new Map(waiting.ok ? waiting.value.approvals.map((approval) => [approval.id, approval]) : []),
    },
  }));
  followFeed(client, {
    lastSeq: () => store.getState().view.lastSeq,
    apply: store.apply,
    onState: (feed) => store.setState({ feed }),
    onMissing: (count) => store.setState((state) => ({ missing: state.missing + count })),
  });
  store.onEntries((entries) => {
    if (entries.some(isCleared)) void reloadView(store);
  });
  client.onCommand((command) => {
    if (command.type !== 'open') return store.setState({ overlay: command.type });
    if (!isPlace(command.place)) return;
    if (command.id === undefined) store.go(command.place);
    else store.open(command.place, command.id);
  });
  void loadPins(store);
  window.addEventListener('focus', () => void loadPins(store));
  keepPresence(client);
  return store;
}

/** Tells the gateway that somebody is here (presence, interfaces 4.3): on opening, keys and pointer, at most every five seconds. */
function keepPresence(client: OperatorClient): void {
  let last = -Infinity;
  const touch = (): void => {
    if (performance.now() - last < 5_000) return;
    last = performance.now();
    void client.call('presence/touch', { console: consoleId });
  };
  touch();
  for (const type of ['keydown', 'pointerdown', 'pointermove'] as const)
    window.addEventListener(type, touch, { passive: true, capture: true });
}
