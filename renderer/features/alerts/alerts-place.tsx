import { Fragment, useEffect, useState } from 'react';
import type { IncidentRow } from '../../../shared/ipc/contract.ts';
import { plural, shortTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { QueueItem } from '../../components/queue-item.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useNow } from '../../components/use-now.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { pinKey } from '../../store/pin-key.ts';
import { togglePin } from '../../store/pins.ts';
import { describeIncident } from './describe-incident.ts';
import { findIncident } from './find-incident.ts';
import { IncidentDetail } from './incident-detail.tsx';
import { handOverOf, pinOfIncident } from './pin-of-incident.ts';
import { useIncidents } from './use-incidents.ts';

type Shown = 'all' | 'loop' | 'cancelled' | 'refused' | 'upstream' | 'other';
const kinds: readonly { readonly value: Shown; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'loop', label: 'Loops' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'refused', label: 'Refused' },
  { value: 'upstream', label: 'Upstream' },
  { value: 'other', label: 'Other' },
];
const shownAs = (incident: IncidentRow): Shown => (incident.kind === 'bypass' ? 'other' : incident.kind);

/** Incidents, newest first, each with its evidence, what Signalbox did, and what the operator can do about it. */
export function AlertsPlace() {
  const store = useConsole();
  const circuits = useConsoleState((state) => state.view.circuits);
  const answer = useIncidents();
  const [kind, setKind] = useState<Shown>('all');
  const selected = useConsoleState((state) => state.selectedIncident);
  const alerts = useConsoleState((state) => state.view.alerts);
  const pins = useConsoleState((state) => state.pins);
  const setSelected = (id: string): void => store.setState({ selectedIncident: id });
  // A notification leads to its incident whatever kind was looked at before.
  useEffect(() => {
    if (selected !== undefined && /^\d+$/.test(selected)) setKind('all');
  }, [selected]);
  const now = useNow();
  const incidents = answer.state === 'ready' ? answer.value.incidents : [];
  const shown = incidents.filter((incident) => kind === 'all' || shownAs(incident) === kind);
  const isPinned = ({ id }: IncidentRow): boolean => pins.has(pinKey('incident', id));
  const groups = [
    { name: 'Pinned', incidents: shown.filter(isPinned) },
    { name: 'Open', incidents: shown.filter((incident) => incident.state === 'open' && !isPinned(incident)) },
    { name: 'Earlier', incidents: shown.filter((incident) => incident.state !== 'open' && !isPinned(incident)) },
  ].filter((group) => group.incidents.length > 0);
  const ordered = groups.flatMap((group) => group.incidents);
  const current = findIncident(ordered, selected, alerts) ?? ordered[0];
  const move = (step: number): void => {
    const at = ordered.findIndex((incident) => incident.id === current?.id);
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.id);
  };
  const openTurn = (turn: string): void => {
    if (current === undefined || turn === '') return;
    store.setState({ selectedSession: current.session, selectedTurn: turn });
    store.go('sessions');
  };
  const exportIt = (): void => {
    if (current !== undefined) store.setState({ overlay: 'export', handOver: handOverOf(current) });
  };
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    first: () => ordered[0] !== undefined && setSelected(ordered[0].id),
    last: () => {
      const last = ordered.at(-1);
      if (last !== undefined) setSelected(last.id);
    },
    open: () => openTurn(current?.turn ?? ''),
    pin: () => {
      if (current !== undefined) void togglePin(store, pinOfIncident(current));
    },
    exportIncident: exportIt,
  });
  const options = kinds.map(({ value, label }) => ({
    value,
    label: value === 'all' ? label : `${label} ${incidents.filter((incident) => shownAs(incident) === value).length}`,
  }));
  return (
    <>
      <div className="bar">
        <h1>Alerts</h1>
        <span className="count">
          {incidents.length === 0 ? 'none' : plural(incidents.length, 'incident')}
          {circuits.size === 0 ? '' : `, ${plural(circuits.size, 'circuit')} open`}
        </span>
        <span className="spring" />
        <Segmented<Shown> label="Kind" value={kind} options={options} onChange={setKind} />
      </div>
      {answer.state === 'problem' ? <Note tone="problem">{answer.error.message}</Note> : null}
      {current === undefined ? (
        answer.state === 'ready' ? (
          <div className="empty">
            <h2 className="title">{incidents.length === 0 ? 'Nothing went wrong' : 'None of this kind'}</h2>
            <p className="two">
              Stuck loops, cancelled calls, refusals, upstream faults and suspected bypasses come here, with what Signalbox did about them.
            </p>
          </div>
        ) : null
      ) : (
        <div className="cols">
          <section className="pane queue" aria-label="Alerts">
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
            <div className="scroll" tabIndex={0} role="region" aria-label="List of incidents">
              {groups.map((group) => (
                <Fragment key={group.name}>
                  {groups.length === 1 && group.name === 'Earlier' ? null : <GroupHead name={group.name} count={group.incidents.length} />}
                  {group.incidents.map((incident) => (
                    <IncidentItem
                      key={incident.id}
                      incident={incident}
                      now={now}
                      selected={incident.id === current.id}
                      pinned={isPinned(incident)}
                      onSelect={setSelected}
                    />
                  ))}
                </Fragment>
              ))}
            </div>
          </section>
          <IncidentDetail key={current.id} incident={current} onOpen={openTurn} onExport={exportIt} />
        </div>
      )}
    </>
  );
}

function GroupHead({ name, count }: { readonly name: string; readonly count: number }) {
  return (
    <div className="incident-group">
      <span>{name}</span>
      <span className="num">{count}</span>
    </div>
  );
}

function IncidentItem({
  incident,
  now,
  selected,
  pinned,
  onSelect,
}: {
  readonly incident: IncidentRow;
  readonly now: number;
  readonly selected: boolean;
  readonly pinned: boolean;
  readonly onSelect: (id: string) => void;
}) {
  const look = describeIncident(incident);
  return (
    <QueueItem
      selected={selected}
      pinned={pinned}
      onSelect={() => onSelect(incident.id)}
      aside={shortTime(incident.lastAt, now)}
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
          {incident.session === '' ? null : <SessionMark session={incident.session} />}
          <span>{look.why}</span>
        </>
      }
    />
  );
}
