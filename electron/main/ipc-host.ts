import { ipcMain, type IpcMainEvent, type IpcMainInvokeEvent, type WebContents } from 'electron';
import { type CallOutcome, desktopChannels } from '../../shared/ipc/desktop-bridge.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import { FeedCursor } from '../app/feed-cursor.ts';
import { isConsolePage } from './console-page.ts';

/** Entries that come within this time are sent in one message: the page updates once. */
const GATHER_MS = 33;

/**
 * The desktop's transport of the operator API (design 4.3). Only the console's own top frame is listened to; bodies are checked by the
 * contract in `dispatchCall`; errors go back as values. `onShows` is told which session the page shows.
 */
export function hostOperator(app: ConsoleApp, onShows: (session: string | undefined) => void): void {
  const feeds = new Map<string, () => void>();

  ipcMain.handle(desktopChannels.call, (event, name: unknown, body: unknown): Promise<CallOutcome> | CallOutcome => {
    if (!isFromConsole(event)) return { ok: false, error: { code: 'foreign', message: 'Only the console may call.' } };
    return app.call(String(name), body);
  });

  ipcMain.on(desktopChannels.subscribe, (event, subscription: unknown, after: unknown, console: unknown) => {
    if (!isFromConsole(event) || !isCount(subscription) || !isCount(after) || typeof console !== 'string') return;
    const key = `${event.sender.id}/${subscription}`;
    feeds.get(key)?.(); // a page that was loaded again counts its subscriptions from 1 again
    feeds.set(
      key,
      openFeed(app, event.sender, { subscription, after, console }, () => feeds.delete(key)),
    );
  });

  ipcMain.on(desktopChannels.shows, (event, session: unknown) => {
    if (isFromConsole(event) && typeof session === 'string') onShows(session === '' ? undefined : session);
  });

  ipcMain.on(desktopChannels.unsubscribe, (event, subscription: unknown) => {
    if (isFromConsole(event)) feeds.get(`${event.sender.id}/${String(subscription)}`)?.();
  });
}

interface FeedRequest {
  readonly subscription: number;
  readonly after: number;
  /** Id of the console: its uses count for it. */
  readonly console: string;
}

/** A page that loads again or goes away ends its feeds. */
function openFeed(app: ConsoleApp, page: WebContents, { subscription, after, console }: FeedRequest, onClose: () => void): () => void {
  const opened = app.openConsole(console);
  const cursor = new FeedCursor(app, after, GATHER_MS, (entries) => page.send(desktopChannels.batch, subscription, { entries }));
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    cursor.close();
    opened.close();
    onClose();
    if (!page.isDestroyed()) page.off('did-start-navigation', onNavigation);
  };
  const onNavigation = (details: { readonly isSameDocument: boolean; readonly isMainFrame: boolean }) => {
    if (details.isMainFrame && !details.isSameDocument) close();
  };
  page.once('destroyed', close);
  page.on('did-start-navigation', onNavigation);
  cursor.run().catch(close);
  return close;
}

function isFromConsole(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return frame !== null && frame.parent === null && isConsolePage(frame.url);
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
