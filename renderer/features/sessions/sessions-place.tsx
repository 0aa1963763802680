import { FolderOpen } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { SessionRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { FindField } from '../../components/find-field.tsx';
import { shortTime } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { NoneFound } from '../../components/none-found.tsx';
import { QueueItem } from '../../components/queue-item.tsx';
import { SessionMark } from '../../components/session-mark.tsx';
import { stateLook } from '../../components/state-chip.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useNow } from '../../components/use-now.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import type { SessionRecord, ShownState } from '../../store/journal-view.ts';
import { selectShownImport } from '../../store/imported.ts';
import { pinKey } from '../../store/pin-key.ts';
import { pinOfSession, togglePin } from '../../store/pins.ts';
import { useCalmState } from '../../store/use-calm-state.ts';
import { isLiveSession, selectSessions } from '../../store/selectors.ts';
import { ImportedGroup } from './imported-group.tsx';
import { ImportedView } from './imported-view.tsx';
import { PinnedTurns } from './pinned-turns.tsx';
import { SessionView } from './session-view.tsx';

/** Sessions left; one session's turns and one turn's bytes right. */
export function SessionsPlace() {
  const store = useConsole();
  const known = useCalmState((state) => state.view.sessions);
  const selected = useConsoleState((state) => state.selectedSession);
  const pins = useConsoleState((state) => state.pins);
  const imported = useConsoleState(selectShownImport);
  const stored = useStoredSessions();
  const now = useNow();
  const sessions = useMemo((): readonly ShownSession[] => {
    const live = selectSessions(store.getState().view);
    const names = new Set(live.map((session) => session.session));
    return [...live, ...stored.filter((row) => !names.has(row.session)).map(recordOf)];
  }, [known, stored, store]);
  const [find, setFind] = useState('');
  const wanted = find.trim().toLowerCase();
  const isPinned = ({ session }: SessionRecord): boolean => pins.has(pinKey('session', session));
  const found = wanted === '' ? sessions : sessions.filter((session) => wordsOf(session).includes(wanted));
  const pinned = found.filter(isPinned);
  const pinnedTurns = wanted === '' ? [...pins.values()].filter(({ kind }) => kind === 'turn') : [];
  const live = found.filter((session) => isLiveSession(session, now) && !isPinned(session));
  const ended = found.filter((session) => !isLiveSession(session, now) && !isPinned(session));
  const ordered = [...pinned, ...live, ...ended];
  // What is looked at stays while one searches.
  const current = sessions.find((session) => session.session === selected) ?? ordered[0] ?? sessions[0];
  const select = (session: string): void =>
    store.setState({ selectedSession: session, selectedTurn: undefined, selectedImport: undefined });
  const move = (step: number): void => {
    const at = ordered.findIndex((session) => session.session === current?.session);
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, at + step))];
    if (next !== undefined) select(next.session);
  };
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    first: () => ordered[0] !== undefined && select(ordered[0].session),
    last: () => {
      const last = ordered.at(-1);
      if (last !== undefined) select(last.session);
    },
    pinSession: () => {
      if (current !== undefined) void togglePin(store, pinOfSession(current));
    },
  });
  const item = (session: ShownSession) => (
    <QueueItem
      key={session.session}
      selected={imported === undefined && session.session === current?.session}
      pinned={isPinned(session)}
      onSelect={() => select(session.session)}
      aside={session.running > 0 ? 'now' : shortTime(session.lastAt, now)}
      first={
        <>
          <SessionMark session={session.session} strong />
          <span className="muted">{inertLine(session.agent, 30)}</span>
        </>
      }
      second={<SessionSummary session={session} />}
    />
  );
  return (
    <>
      <div className="bar">
        <h1>Sessions</h1>
        <span className="count">
          {pinned.length === 0 ? '' : `${pinned.length} pinned, `}
          {live.length} live, {ended.length} ended
        </span>
        <FindField label="Find a session" value={find} onChange={setFind} />
        <span className="spring" />
        <Button
          icon={FolderOpen}
          title="A bundle, a HAR or JSON lines, read-only"
          onClick={() => store.setState({ overlay: 'export', handOver: undefined })}
        >
          Open a file…
        </Button>
      </div>
      <div className="cols">
        <section className="pane session-list" aria-label="Sessions">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reachable by keys */}
          <div className="scroll" tabIndex={0} role="region" aria-label="List of sessions">
            {pinned.length + pinnedTurns.length === 0 ? null : (
              <div className="group">
                <span>Pinned</span>
                <span>{pinned.length + pinnedTurns.length}</span>
              </div>
            )}
            {pinned.map(item)}
            <PinnedTurns pins={pinnedTurns} />
            <div className="group">
              <span>Live</span>
              <span>{live.length}</span>
            </div>
            {live.map(item)}
            {ended.length === 0 ? null : (
              <div className="group">
                <span>Ended</span>
                <span>{ended.length}</span>
              </div>
            )}
            {ended.map(item)}
            {found.length === 0 && wanted !== '' ? <NoneFound what="session" find={find} /> : null}
            <ImportedGroup find={wanted} />
          </div>
        </section>
        {imported !== undefined ? (
          <ImportedView key={`${imported.recording} ${imported.session}`} recording={imported.recording} session={imported.session} />
        ) : current === undefined ? (
          <div className="pane grow">
            <div className="empty">
              <h2 className="title">No session yet</h2>
              <p className="two">A session begins with the first request of an agent. How to attach one stands under Live.</p>
            </div>
          </div>
        ) : (
          <SessionView key={current.session} session={current} settings={stored.find((row) => row.session === current.session)} />
        )}
      </div>
    </>
  );
}

const telling: readonly ShownState[] = ['held', 'stuck', 'recovered', 'healed', 'refused', 'cancelled', 'expired', 'rejected', 'answered'];

/** What a search looks at. */
const wordsOf = ({ session, agent, model, upstream, states }: SessionRecord): string =>
  [session, agent, model, upstream, ...telling.filter((state) => (states[state] ?? 0) > 0)].join(' ').toLowerCase();

/** The most telling state of a session, with its count; of one from before this window only the turns are known. */
function SessionSummary({ session }: { readonly session: ShownSession }) {
  const state = telling.find((each) => (session.states[each] ?? 0) > 0);
  const look = stateLook[state ?? 'delivered'];
  return (
    <>
      <span>
        {session.turns} {session.turns === 1 ? 'turn' : 'turns'}
      </span>
      {state === undefined && session.stored === true ? null : (
        <span className={`flex fg tight ${state === undefined ? '' : look.hue}`}>
          <Icon of={look.icon} size="c" />
          {state === undefined ? 'no call changed' : `${session.states[state] ?? 0} ${look.word.toLowerCase()}`}
        </span>
      )}
    </>
  );
}

/** Sessions older than this window's view, and the switches of all; those that are pinned or looked at however old they are. */
function useStoredSessions(): readonly SessionRow[] {
  const store = useConsole();
  const size = useConsoleState((state) => state.view.sessions.size);
  const selected = useConsoleState((state) => state.selectedSession);
  const pins = useConsoleState((state) => state.pins);
  const [rows, setRows] = useState<readonly SessionRow[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session brings a new list, and so does one that is wanted from before it
  useEffect(() => {
    let current = true;
    const ask = async (): Promise<readonly SessionRow[]> => {
      const list = (body: { readonly session?: string; readonly limit: number }) =>
        store.client.call('sessions/list', body).then((answer) => (answer.ok ? answer.value.sessions : []));
      const newest = await list({ limit: 200 });
      const wanted = new Set([...pins.values()].map(({ session }) => session).concat(selected ?? []));
      for (const { session } of newest) wanted.delete(session);
      wanted.delete('');
      return [...newest, ...(await Promise.all([...wanted].map((session) => list({ session, limit: 1 })))).flat()];
    };
    void ask().then((found) => {
      if (current) setRows(found);
    });
    return () => {
      current = false;
    };
  }, [store, size, pins, selected]);
  return rows;
}

/** A session of this window's view, or one that only the journal's list tells of. */
interface ShownSession extends SessionRecord {
  readonly stored?: true;
}

const recordOf = (row: SessionRow): ShownSession => ({
  stored: true,
  session: row.session,
  hue: 1,
  agent: row.agent,
  model: row.model,
  upstream: row.upstream,
  firstAt: row.firstAt,
  lastAt: row.lastAt,
  turns: row.turns,
  running: 0,
  states: row.held > 0 ? { held: row.held } : {},
});
