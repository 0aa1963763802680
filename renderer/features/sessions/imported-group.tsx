import { useEffect } from 'react';
import type { RecordingRow } from '../../../shared/ipc/contract.ts';
import { plural, shortTime } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { QueueItem } from '../../components/queue-item.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useNow } from '../../components/use-now.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { selectImport, selectShownImport } from '../../store/imported.ts';

/** Another console, or the command line, may open or remove a recording: the journal says nothing of them, so they are asked for this often, milliseconds. */
const EVERY = 5_000;

const kinds: { readonly [K in RecordingRow['kind']]: string } = {
  bundle: 'bundle',
  har: 'HAR',
  exchanges: 'JSON lines',
  journal: 'entries',
};

/** Sessions of recordings from outside, below those of the journal: read-only, and in no figure. */
export function ImportedGroup({ find }: { readonly find: string }) {
  const store = useConsole();
  const { answer, again } = useAnswer('import/list', {});
  const selected = useConsoleState(selectShownImport);
  const now = useNow();
  useEffect(() => {
    const timer = window.setInterval(again, EVERY);
    return () => window.clearInterval(timer);
  }, [again]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at has just been opened or removed
  useEffect(again, [selected?.recording]);
  const recordings = answer.state === 'ready' ? answer.value.recordings : [];
  const rows = recordings
    .flatMap((recording) => recording.sessions.map((session) => ({ recording, session })))
    .filter(({ session }) => session.toLowerCase().includes(find));
  if (rows.length === 0) return null;
  return (
    <>
      <div className="group">
        <span>Imported</span>
        <span>{rows.length}</span>
      </div>
      {rows.map(({ recording, session }) => (
        <QueueItem
          key={`${recording.id} ${session}`}
          selected={selected?.recording === recording.id && selected.session === session}
          onSelect={() => selectImport(store, recording.id, session)}
          aside={shortTime(recording.openedAt, now)}
          first={<span className="strong ell">{inertLine(session, 60)}</span>}
          second={
            <>
              <span className="nw">Read-only {kinds[recording.kind]}</span>
              <span className="ell">
                {recording.exchanges === 0 ? plural(recording.entries, 'entry', 'entries') : plural(recording.exchanges, 'exchange')}
              </span>
            </>
          }
        />
      ))}
    </>
  );
}
