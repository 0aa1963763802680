import { Command } from 'cmdk';
import { Download, Filter, Keyboard, MessagesSquare, Monitor, Moon, Pause, Rows3, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { sessionLabel } from '../../components/session-mark.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { formatFilter, parseFilter } from '../../store/filter-words.ts';
import { selectSessions, selectWaiting } from '../../store/selectors.ts';
import { rankWords } from './rank-words.ts';
import { type KeyRow, keyTable, shownKeys } from '../../components/key-table.ts';
import { actionsHere } from '../../components/use-keys.ts';
import { modName, railPlaces } from '../../components/rail-places.ts';

/** One field for going, filtering and doing. What can be done stands before what can be gone to by name: the first match is taken by Enter. */
export function CommandPalette({ onTheme }: { readonly onTheme: (theme: 'system' | 'dark' | 'light') => void }) {
  const store = useConsole();
  const open = useConsoleState((state) => state.overlay === 'palette');
  return (
    <Command.Dialog
      open={open}
      onOpenChange={(next) => store.setState({ overlay: next ? 'palette' : undefined })}
      label="Go to, filter or run a command"
      overlayClassName="scrim"
      filter={rankWords}
      contentClassName="dialog palette"
      loop
    >
      {open ? <PaletteBody onTheme={onTheme} /> : null}
    </Command.Dialog>
  );
}

function PaletteBody({ onTheme }: { readonly onTheme: (theme: 'system' | 'dark' | 'light') => void }) {
  const store = useConsole();
  const [text, setText] = useState('');
  const saved = useConsoleState((state) => state.preferences.savedFilters);
  const rowHeight = useConsoleState((state) => state.preferences.rowHeight);
  const exportable = useConsoleState((state) => state.selectedSession);
  const here = useMemo(actionsHere, []);
  const { sessions, waiting } = useMemo(() => {
    const { view } = store.getState();
    return { sessions: selectSessions(view).slice(0, 30), waiting: selectWaiting(view) };
  }, [store]);
  const run = (act: () => void) => () => {
    store.setState({ overlay: undefined });
    act();
  };
  const words = parseFilter(text);
  const isFilter = /^-?[a-z]+:\S/.test(text.trim());
  const filterBy = (filter: string): void => {
    store.prefer({ filter });
    store.go('live');
  };
  return (
    <>
      <div className="palette-field">
        <Icon of={Search} size="s" />
        <Command.Input value={text} onValueChange={setText} placeholder="Go to, filter or run a command" />
        <kbd>Esc</kbd>
      </div>
      <Command.List label="Commands">
        <Command.Empty>Nothing is called that. A word like tool:bash filters Live.</Command.Empty>
        {isFilter ? (
          <Command.Group heading="Filter" forceMount>
            <Entry value={text} icon={<Icon of={Filter} size="s" />} onSelect={run(() => filterBy(formatFilter(words)))}>
              Show in Live: <code>{formatFilter(words)}</code>
            </Entry>
          </Command.Group>
        ) : null}
        {waiting.length === 0 ? null : (
          <Command.Group heading="Waiting approvals">
            {waiting.slice(0, 10).map((approval) => (
              <Entry
                key={approval.id}
                value={`approval ${approval.call.name} ${approval.session} ${approval.id}`}
                icon={<Icon of={Pause} size="s" />}
                onSelect={run(() => {
                  store.setState({ selectedApproval: approval.id });
                  store.go('approvals');
                })}
              >
                <code>{inertLine(approval.call.name, 40)}</code> <span className="muted">{sessionLabel(approval.session)}</span>
              </Entry>
            ))}
          </Command.Group>
        )}
        {here.length === 0 ? null : (
          <Command.Group heading="Here">
            {here.map(({ action, run: act }) => {
              const row: KeyRow = keyTable[action];
              return (
                <Entry
                  key={action}
                  value={`here ${row.what}`}
                  icon={<Icon of={Keyboard} size="s" />}
                  hint={shownKeys(row)[0]}
                  // Behind the closing of the palette, which gives the focus back to where it was.
                  onSelect={run(() => window.setTimeout(act))}
                >
                  {row.what.slice(0, 1).toUpperCase() + row.what.slice(1)}
                </Entry>
              );
            })}
          </Command.Group>
        )}
        <Command.Group heading="Places">
          {railPlaces.map(({ place, name, digit, icon }) => (
            <Entry
              key={place}
              value={`go to ${name}`}
              icon={<Icon of={icon} size="s" />}
              hint={`${modName} ${digit}`}
              onSelect={run(() => store.go(place))}
            >
              {name}
            </Entry>
          ))}
        </Command.Group>
        <Command.Group heading="Hand over">
          <Entry
            value="export journal bundle har otlp report replay import"
            icon={<Icon of={Download} size="s" />}
            onSelect={() => store.setState({ overlay: 'export', handOver: undefined })}
          >
            Export the whole journal, or replay a file
          </Entry>
          {exportable === undefined ? null : (
            <Entry
              value={`export session ${exportable}`}
              icon={<Icon of={Download} size="s" />}
              onSelect={() =>
                store.setState({
                  overlay: 'export',
                  handOver: { scope: { session: exportable }, title: `Session ${sessionLabel(exportable)}` },
                })
              }
            >
              Export session {sessionLabel(exportable)}
            </Entry>
          )}
        </Command.Group>
        <Command.Group heading="Look">
          <Entry value="theme system" icon={<Icon of={Monitor} size="s" />} onSelect={run(() => onTheme('system'))}>
            Theme: as the system
          </Entry>
          <Entry value="theme dark" icon={<Icon of={Moon} size="s" />} onSelect={run(() => onTheme('dark'))}>
            Theme: dark
          </Entry>
          <Entry value="theme light" icon={<Icon of={Sun} size="s" />} onSelect={run(() => onTheme('light'))}>
            Theme: light
          </Entry>
          <Entry
            value="row height density"
            icon={<Icon of={Rows3} size="s" />}
            onSelect={run(() => store.prefer({ rowHeight: rowHeight === 'compact' ? 'comfortable' : 'compact' }))}
          >
            {rowHeight === 'compact' ? 'Rows: comfortable' : 'Rows: compact'}
          </Entry>
          <Entry
            value="help keys shortcuts"
            icon={<Icon of={Search} size="s" />}
            hint="?"
            onSelect={() => store.setState({ overlay: 'help' })}
          >
            Keys and filter words
          </Entry>
        </Command.Group>
        <Command.Group heading="Filters">
          {saved.map((filter) => (
            <Entry key={filter} value={`filter ${filter}`} icon={<Icon of={Filter} size="s" />} onSelect={run(() => filterBy(filter))}>
              <code>{filter}</code>
            </Entry>
          ))}
        </Command.Group>
        {sessions.length === 0 ? null : (
          <Command.Group heading="Sessions">
            {sessions.map((session) => (
              <Entry
                key={session.session}
                value={`session ${session.session} ${session.agent} ${session.model}`}
                icon={<Icon of={MessagesSquare} size="s" />}
                onSelect={run(() => {
                  store.setState({ selectedSession: session.session, selectedTurn: undefined });
                  store.go('sessions');
                })}
              >
                {sessionLabel(session.session)} <span className="muted">{inertLine(session.agent, 30)}</span>
              </Entry>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </>
  );
}

function Entry({
  value,
  icon,
  hint,
  children,
  onSelect,
}: {
  readonly value: string;
  readonly icon: ReactNode;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
  readonly onSelect: () => void;
}) {
  return (
    <Command.Item value={value} onSelect={onSelect}>
      {icon}
      <span className="ell">{children}</span>
      {hint === undefined ? null : <kbd>{hint}</kbd>}
    </Command.Item>
  );
}
