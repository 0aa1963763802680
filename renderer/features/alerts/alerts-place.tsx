import { SquareArrowOutUpRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { JournalEntry } from '../../../shared/journal-entry.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { clockTime, plural, shortTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { QueueItem } from '../../components/queue-item.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useNow } from '../../components/use-now.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { AlertDetail } from './alert-detail.tsx';
import { type AlertKind, describeAlert } from './describe-alert.ts';

type Shown = AlertKind | 'all';
const kinds: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'loops', label: 'Loops' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'refused', label: 'Refused' },
  { value: 'upstream', label: 'Upstream' },
  { value: 'other', label: 'Other' },
];

/** Entries of level alert, newest first, each with its evidence and the way to its turn. */
export function AlertsPlace() {
  const store = useConsole();
  const alerts = useConsoleState((state) => state.view.alerts);
  const circuits = useConsoleState((state) => state.view.circuits);
  const [kind, setKind] = useState<Shown>('all');
  const [selected, setSelected] = useState<number | undefined>(undefined);
  const now = useNow();
  const described = useMemo(() => [...alerts].reverse().map((entry) => ({ entry, look: describeAlert(entry) })), [alerts]);
  const shown = described.filter((alert) => kind === 'all' || alert.look.kind === kind);
  const current = shown.find((alert) => alert.entry.seq === selected) ?? shown[0];
  const move = (step: number): void => {
    const at = shown.findIndex((alert) => alert.entry.seq === current?.entry.seq);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.entry.seq);
  };
  const openTurn = (entry: JournalEntry): void => {
    if (entry.turn === '') return;
    store.setState({ selectedSession: entry.session, selectedTurn: entry.turn });
    store.go('sessions');
  };
  useKeys({ j: () => move(1), k: () => move(-1) }, { repeat: true });
  useKeys({ o: () => current !== undefined && openTurn(current.entry) });
  const options = kinds.map((each) => ({
    value: each.value,
    label: each.value === 'all' ? 'All' : `${each.label} ${described.filter((alert) => alert.look.kind === each.value).length}`,
  }));
  return (
    <>
      <div className="bar">
        <h1>Alerts</h1>
        <span className="count">
          {alerts.length === 0 ? 'none' : plural(alerts.length, 'alert')}
          {circuits.size === 0 ? '' : `, ${plural(circuits.size, 'circuit')} open`}
        </span>
        <span className="spring" />
        <Segmented<Shown> label="Kind" value={kind} options={options} onChange={setKind} />
      </div>
      {current === undefined ? (
        <div className="empty">
          <h2 className="title">{alerts.length === 0 ? 'Nothing went wrong' : 'None of this kind'}</h2>
          <p className="two">
            Stuck loops, cancelled calls, refusals, upstream faults and suspected bypasses come here, with what Signalbox did about them.
          </p>
        </div>
      ) : (
        <div className="cols">
          <section className="pane queue" aria-label="Alerts">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
            <div className="scroll" tabIndex={0} role="region" aria-label="List of alerts">
              {shown.slice(0, 300).map(({ entry, look }) => (
                <QueueItem
                  key={entry.seq}
                  selected={entry.seq === current.entry.seq}
                  onSelect={() => setSelected(entry.seq)}
                  aside={shortTime(entry.at, now)}
                  first={
                    <>
                      <span className={`flex fg ${look.hue}`}>
                        <Icon of={look.icon} size="s" />
                      </span>
                      <span>{look.title}</span>
                    </>
                  }
                  second={
                    <>
                      {entry.session === '' ? null : <SessionMark session={entry.session} />}
                      <span>{look.why}</span>
                    </>
                  }
                />
              ))}
            </div>
          </section>
          <article className="pane grow" aria-label="Alert">
            <div className="card-head">
              <h2 className="words">{current.look.title}</h2>
              <span className="spring" />
              {current.entry.turn === '' ? null : (
                <Button look="ghost" icon={SquareArrowOutUpRight} keys="O" onClick={() => openTurn(current.entry)}>
                  Open turn
                </Button>
              )}
              <CopyButton text={() => JSON.stringify(current.entry, null, 2)} label="Copy the entry as JSON" />
            </div>
            <div className="meta">
              {current.entry.session === '' ? null : <SessionMark session={current.entry.session} />}
              <span>{clockTime(current.entry.at)}</span>
              <span>
                entry <code>#{current.entry.seq}</code>
              </span>
              <span className="ell">{inertLine(current.look.why, 160)}</span>
            </div>
            <AlertDetail entry={current.entry} />
          </article>
        </div>
      )}
    </>
  );
}
