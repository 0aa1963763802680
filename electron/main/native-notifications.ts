import { Notification } from 'electron';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import type { SettingsStore } from '../app/settings-store.ts';
import { decideNotification, type Notice } from '../operator/notification-policy.ts';
import type { AppWindow } from './app-window.ts';

export interface NotificationParts {
  readonly window: AppWindow;
  readonly program: ConsoleApp;
  readonly settings: Pick<SettingsStore, 'current'>;
}

/** More at once help nobody: the rest is in the console. */
const MOST_AT_ONCE = 3;

/** Notifications of the OS, by the operator's policy. Toasts and what is on screen are the window's own matter. */
export function notifyOperator({ window, program, settings }: NotificationParts): void {
  if (!Notification.isSupported()) return;
  program.onEntries((entries) => {
    const notices = entries.flatMap((entry) => osNotice(entry));
    for (const notice of notices.slice(0, MOST_AT_ONCE)) show(notice);
  });

  function osNotice(entry: JournalEntry): readonly Notice[] {
    const decision = decideNotification(entry, { focused: window.isFocused, onScreen: undefined }, settings.current());
    return decision.type === 'os' ? [decision.notice] : [];
  }

  function show({ title, body, sound, opens }: Notice): void {
    const notification = new Notification({ title, body, silent: !sound });
    notification.on('click', () => window.command({ type: 'open', place: opens.place, id: opens.id }));
    notification.show();
  }
}
