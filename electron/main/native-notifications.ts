import { Notification } from 'electron';
import type { JournalEntry } from '../../shared/journal-entry.ts';
import { createNoticeBudget, decideNotification, type Notice } from '../../shared/notification-policy.ts';
import type { ConsoleApp } from '../app/console-app.ts';
import type { SettingsStore } from '../app/settings-store.ts';
import type { AppWindow } from './app-window.ts';

export interface NotificationParts {
  readonly window: AppWindow;
  readonly program: ConsoleApp;
  readonly settings: Pick<SettingsStore, 'current'>;
}

/** Notifications that may still be on screen: not every OS tells when one went away. */
const MOST_KNOWN = 100;

const words = { approve: 'Approve', reject: 'Reject' } as const;

/** Notifications of the OS, by the shared policy. Toasts are the window's own matter. */
export function notifyOperator(parts: NotificationParts): void {
  if (!Notification.isSupported()) return;
  const { window, program, settings } = parts;
  const shown = new Map<string, Notification>();
  const maySay = createNoticeBudget();

  program.onEntries((entries) => {
    for (const entry of entries) if (entry.type === 'approval-settled') shown.get(entry.id)?.close();
    for (const notice of entries.flatMap((entry) => osNotice(entry))) if (maySay(Date.now())) show(notice);
  });

  function osNotice(entry: JournalEntry): readonly Notice[] {
    const decision = decideNotification(entry, { focused: window.isFocused, onScreen: window.onScreen }, settings.current());
    return decision.type === 'os' ? [decision.notice] : [];
  }

  function show({ title, body, sound, opens, verdicts }: Notice): void {
    const actions = [...verdicts.map((verdict) => words[verdict]), 'Open'].map((text) => ({ type: 'button' as const, text }));
    const notification = new Notification({ title, body, silent: !sound, actions });
    const open = () => window.command({ type: 'open', place: opens.place, id: opens.id });
    notification.on('click', open);
    notification.on('action', ({ actionIndex }) => {
      const verdict = verdicts[actionIndex];
      if (verdict === undefined) open();
      // The answer comes back as a journal entry; an approval that ended meanwhile stays as it ended.
      else void program.call('approvals/settle', { id: opens.id, verdict });
      notification.close();
    });
    const forget = () => void shown.delete(opens.id);
    notification.on('close', forget);
    notification.on('failed', forget);
    shown.set(opens.id, notification);
    for (const oldest of shown.keys()) if (shown.size > MOST_KNOWN) shown.delete(oldest);
    notification.show();
  }
}
