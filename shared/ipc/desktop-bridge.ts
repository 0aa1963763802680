import type { CallError } from './channel.ts';
import type { FeedBatch } from './contract.ts';

/** Names of the IPC channels between the window and the main process: one for each direction and purpose. */
export const desktopChannels = {
  /** invoke(name, body) → CallOutcome */
  call: 'operator:call',
  /** send(subscription, after, console): the feed follows on `batch` until `unsubscribe`. */
  subscribe: 'operator:subscribe',
  unsubscribe: 'operator:unsubscribe',
  /** send(session): which session the page shows; '' for many or none. */
  shows: 'operator:shows',
  /** main → window: (subscription, FeedBatch) */
  batch: 'operator:batch',
  /** main → window: (ConsoleCommand) */
  command: 'operator:command',
} as const;

export type CallOutcome = { readonly ok: true; readonly answer: unknown } | { readonly ok: false; readonly error: CallError };

/** What the desktop asks of its window: a tray item, a menu or a notification was used. */
export type ConsoleCommand =
  | { readonly type: 'open'; readonly place: string; readonly id?: string | undefined }
  | { readonly type: 'palette' }
  | { readonly type: 'help' };

/** `window.operator` in the desktop console. Values only: no Electron object ever reaches the page. */
export interface DesktopBridge {
  call(name: string, body: unknown): Promise<CallOutcome>;
  /** Entries after `after`, then live, in batches, for the console of this id. Answers with the function that ends it. */
  subscribe(after: number, onBatch: (batch: FeedBatch) => void, console: string): () => void;
  /** Tells which session is on screen, undefined for many or none: nobody is notified of what they look at. */
  shows(session: string | undefined): void;
  onCommand(listener: (command: ConsoleCommand) => void): () => void;
}
