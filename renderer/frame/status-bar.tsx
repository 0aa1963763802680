import { useEffect, useState } from 'react';
import { count, plural } from '../components/format-units.ts';
import { useNow } from '../components/use-now.ts';
import { useConsole, useConsoleState } from '../store/console-store.ts';
import { isLiveSession } from '../store/selectors.ts';

const feedWords = {
  open: { dot: 'ok', word: 'Gateway' },
  connecting: { dot: 'warn', word: 'Connecting to' },
  lost: { dot: 'bad', word: 'Connection lost, trying again:' },
  'signed-out': { dot: 'bad', word: 'Not signed in at' },
} as const;

export function StatusBar() {
  const feed = useConsoleState((state) => state.feed);
  const about = useConsoleState((state) => state.about);
  const missing = useConsoleState((state) => state.missing);
  const circuits = useConsoleState((state) => state.view.circuits.size);
  const calls = useConsoleState((state) => state.view.calls.first + state.view.calls.rows.length);
  const look = feedWords[feed];
  return (
    <footer className="status">
      <span role="status">
        <i className={`dot ${look.dot}`} />
        {feed === 'signed-out' && about === undefined ? (
          'Not signed in'
        ) : (
          <>
            {look.word} <b className="mono xs">{about?.gateway.replace(/^https?:\/\//, '') ?? 'the gateway'}</b>
          </>
        )}
      </span>
      {about === undefined ? null : (
        <span>
          Upstreams{' '}
          <b>
            {about.upstreams.length === 0 ? 'by route' : about.upstreams.length <= 2 ? about.upstreams.join(', ') : about.upstreams.length}
          </b>
        </span>
      )}
      {about === undefined ? null : (
        <>
          <SessionCount />
          <span>
            Calls <b>{count(calls)}</b>
          </span>
          <Rate />
        </>
      )}
      {circuits === 0 ? null : (
        <span>
          Circuits <b>{circuits} open</b>
        </span>
      )}
      {missing === 0 ? null : (
        <span title="Neither the feed nor the journal has these entries any more.">{plural(missing, 'entry', 'entries')} missing</span>
      )}
      {about === undefined ? null : (
        <>
          <span className="end">
            Journal <JournalSeq />
          </span>
          <span>{about.version}</span>
        </>
      )}
    </footer>
  );
}

function SessionCount() {
  const sessions = useConsoleState((state) => state.view.sessions);
  const now = useNow();
  let live = 0;
  for (const session of sessions.values()) if (isLiveSession(session, now)) live += 1;
  return (
    <span>
      {plural(sessions.size, 'session')}
      {sessions.size === 0 ? null : (
        <>
          , <b>{live} live</b>
        </>
      )}
    </span>
  );
}

function JournalSeq() {
  const seq = useConsoleState((state) => state.view.lastSeq);
  return <b>{seq === 0 ? 'empty' : `#${count(seq)}`}</b>;
}

/** Entries a second over the last two seconds. */
function Rate() {
  const store = useConsole();
  const [rate, setRate] = useState(0);
  useEffect(() => {
    // What the journal held when the console opened was not written in these two seconds.
    let before = Math.max(store.getState().view.lastSeq, store.getState().about?.lastSeq ?? 0);
    const timer = window.setInterval(() => {
      const now = store.getState().view.lastSeq;
      setRate(Math.max(0, Math.round((now - before) / 2)));
      before = Math.max(before, now);
    }, 2_000);
    return () => window.clearInterval(timer);
  }, [store]);
  return (
    <span>
      <b>{count(rate)}</b> entries/s
    </span>
  );
}
