import { useEffect } from 'react';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { createNoticeBudget, decideNotification, type Notice, type NotifySettings } from '../../../shared/notification-policy.ts';
import { argumentsLine } from '../../components/call-line.ts';
import { inertLine } from '../../components/inert-text.ts';
import { type ConsoleStore, useConsole, useConsoleState } from '../../store/console-store.ts';
import { selectOnScreen } from '../../store/selectors.ts';

/** Tells the operator of what is new, as the shared policy says: a toast here, and in a browser the browser's own notification. */
export function Notifier() {
  const store = useConsole();
  const onScreen = useConsoleState(selectOnScreen);
  useEffect(() => store.client.shows(onScreen), [store, onScreen]);
  useEffect(() => followNotices(store), [store]);
  return null;
}

function followNotices(store: ConsoleStore): () => void {
  // What the journal held before this window opened is no news.
  const old = store.getState().about?.lastSeq ?? 0;
  const maySay = createNoticeBudget();
  const shown = new Map<string, Notification>();
  let settings: NotifySettings | undefined;
  const read = (): void => {
    void store.client.call('settings/get', {}).then((answer) => {
      if (!answer.ok) return;
      const value = (key: keyof NotifySettings): boolean => answer.value.settings.find((setting) => setting.key === key)?.value === true;
      settings = {
        'notify.approvals': value('notify.approvals'),
        'notify.alerts': value('notify.alerts'),
        'notify.sound': value('notify.sound'),
        'notify.details': value('notify.details'),
      };
    });
  };
  const tell = (entry: JournalEntry, now: NotifySettings): void => {
    const focused = document.hasFocus();
    // The focused window shows the call anyway: only what leaves it has to keep quiet about it.
    const may = focused ? { ...now, 'notify.details': true } : now;
    const decision = decideNotification(entry, { focused, onScreen: selectOnScreen(store.getState()) }, may);
    if (decision.type === 'none' || !maySay(performance.now())) return;
    const { notice } = decision;
    if (decision.type === 'toast') store.toast(toastText(entry, notice), 'info', notice.opens);
    else if (store.client.host === 'served') showInBrowser(store, notice, shown);
  };
  read();
  return store.onEntries((entries) => {
    for (const entry of entries) {
      if (entry.type === 'settings-changed') read();
      if (entry.type === 'approval-settled') shown.get(entry.id)?.close();
      if (settings !== undefined && entry.seq > old) tell(entry, settings);
    }
  });
}

/** One line over what the operator works on: a call is named as Live names it, not by its raw arguments. */
const toastText = (entry: JournalEntry, { title, body }: Notice): string =>
  entry.type === 'tool-call-held'
    ? `${title}: ${inertLine(entry.call.name, 60)} ${argumentsLine(entry.call.arguments)}`
    : `${title}: ${body}`;

/** Only with a permission that was given by a click (NotificationPermission): nothing is asked here. */
function showInBrowser(store: ConsoleStore, { title, body, sound, opens }: Notice, shown: Map<string, Notification>): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body, silent: !sound, tag: opens.id });
  notification.onclick = () => {
    window.focus();
    store.open(opens.place, opens.id);
    notification.close();
  };
  notification.onclose = () => void shown.delete(opens.id);
  shown.set(opens.id, notification);
}
