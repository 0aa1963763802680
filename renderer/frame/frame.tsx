import { useEffect } from 'react';
import { Note } from '../components/note.tsx';
import { useKeys } from '../components/use-keys.ts';
import { type Place, useConsole, useConsoleState } from '../store/console-store.ts';
import { AlertsPlace } from '../features/alerts/alerts-place.tsx';
import { ApprovalAnnouncer } from '../features/approvals/approval-announcer.tsx';
import { ApprovalsPlace } from '../features/approvals/approvals-place.tsx';
import { Notifier } from '../features/notify/notifier.tsx';
import { ExportDialog } from '../features/export/export-dialog.tsx';
import { HelpDialog } from '../features/help/help-dialog.tsx';
import { InsightsPlace } from '../features/insights/insights-place.tsx';
import { LivePlace } from '../features/live/live-place.tsx';
import { CommandPalette } from '../features/palette/command-palette.tsx';
import { RulesPlace } from '../features/rules/rules-place.tsx';
import { SessionsPlace } from '../features/sessions/sessions-place.tsx';
import { SettingsPlace } from '../features/settings/settings-place.tsx';
import { ConnectionLost } from './connection-lost.tsx';
import { PlaceRail } from './place-rail.tsx';
import { railPlaces } from '../components/rail-places.ts';
import { SignedOut } from './signed-out.tsx';
import { StatusBar } from './status-bar.tsx';
import { applyTheme } from './theme.ts';
import { TitleBar } from './title-bar.tsx';
import { Toasts } from './toasts.tsx';

/** The window: title, rail, one place, status. */
export function Frame() {
  const store = useConsole();
  const place = useConsoleState((state) => state.place);
  const theme = useConsoleState((state) => state.preferences.theme);
  const comfortable = useConsoleState((state) => state.preferences.rowHeight === 'comfortable');
  const busy = useConsoleState((state) => state.awaited > 0);
  const signedOut = useConsoleState((state) => state.feed === 'signed-out');
  const lost = useConsoleState((state) => state.feed === 'lost');
  const known = useConsoleState((state) => state.about !== undefined);
  useEffect(() => applyTheme(theme), [theme]);
  const setTheme = (next: 'system' | 'dark' | 'light'): void => {
    store.prefer({ theme: next });
    void store.client.call('settings/set', { key: 'look.theme', value: next });
  };
  useKeys({
    palette: (event) => {
      event.preventDefault();
      store.setState((state) => ({ overlay: state.overlay === 'palette' ? undefined : 'palette' }));
    },
    help: () => store.setState({ overlay: 'help' }),
    place: (event) => {
      event.preventDefault();
      const to = railPlaces.find(({ digit }) => digit === event.key);
      if (to !== undefined) store.go(to.place);
    },
  });
  return (
    <div className={comfortable ? 'app comfortable' : 'app'}>
      <TitleBar onTheme={setTheme} />
      <PlaceRail />
      <main className="place" aria-busy={busy}>
        {lost ? <ConnectionLost /> : null}
        {signedOut && known ? (
          <div className="banner">
            <Note tone="problem">
              <b>This page is no longer signed in.</b>{' '}
              <span className="two">
                What it shows stands still. Next: open the address that <code>signalbox serve</code> printed last.
              </span>
            </Note>
          </div>
        ) : null}
        {signedOut && !known ? <SignedOut /> : <PlaceBody place={place} />}
      </main>
      <StatusBar />
      <ApprovalAnnouncer />
      <Notifier />
      <CommandPalette onTheme={setTheme} />
      <HelpDialog />
      <ExportDialog />
      <Toasts />
    </div>
  );
}

function PlaceBody({ place }: { readonly place: Place }) {
  switch (place) {
    case 'live':
      return <LivePlace />;
    case 'approvals':
      return <ApprovalsPlace />;
    case 'alerts':
      return <AlertsPlace />;
    case 'sessions':
      return <SessionsPlace />;
    case 'insights':
      return <InsightsPlace />;
    case 'rules':
      return <RulesPlace />;
    case 'settings':
      return <SettingsPlace onTheme={(theme) => applyTheme(theme)} />;
  }
}
