import { CircleQuestionMark, Monitor, Moon, Pause, Search, Sun } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '../components/button.tsx';
import { countdown } from '../components/format-units.ts';
import { Icon } from '../components/icon.tsx';
import { useNow } from '../components/use-now.ts';
import { AskToNotify } from '../features/notify/ask-to-notify.tsx';
import { useConsole, useConsoleState } from '../store/console-store.ts';
import { selectWaiting } from '../store/selectors.ts';
import { modName } from '../components/rail-places.ts';
import { nextTheme } from './theme.ts';

const themeIcon = { system: Monitor, dark: Moon, light: Sun } as const;

export function TitleBar({ onTheme }: { readonly onTheme: (theme: 'system' | 'dark' | 'light') => void }) {
  const store = useConsole();
  const theme = useConsoleState((state) => state.preferences.theme);
  const demo = useConsoleState((state) => state.about?.demo === true);
  return (
    <header className="titlebar">
      <div className="brand">
        <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 14h10M8 14V8M8 8l3.5-4.5" />
          <circle cx="12" cy="3" r="1.4" fill="currentColor" />
        </svg>
        Signalbox
        {demo ? <span className="tag">demo</span> : null}
      </div>
      <button type="button" className="cmdk" onClick={() => store.setState({ overlay: 'palette' })}>
        <Icon of={Search} size="s" />
        Go to, filter or run a command <kbd>{modName} K</kbd>
      </button>
      <div className="title-right">
        <Waiting />
        <AskToNotify />
        <Button
          look="ghost"
          icon={themeIcon[theme]}
          aria-label={`Theme: ${theme}. Change to ${nextTheme[theme]}`}
          onClick={() => onTheme(nextTheme[theme])}
        />
        <Button look="ghost" icon={CircleQuestionMark} aria-label="Help and keys" onClick={() => store.setState({ overlay: 'help' })} />
      </div>
    </header>
  );
}

function Waiting() {
  const store = useConsole();
  const approvals = useConsoleState((state) => state.view.approvals);
  const waiting = useMemo(() => selectWaiting(store.getState().view), [approvals, store]);
  const next = waiting[0];
  if (next === undefined) return null;
  return (
    <button type="button" className="waiting" onClick={() => store.go('approvals')}>
      <Icon of={Pause} size="c" />
      {waiting.length} waiting, next in <Left deadline={next.deadline} />
    </button>
  );
}

function Left({ deadline }: { readonly deadline: number }) {
  return <>{countdown(deadline - useNow())}</>;
}
