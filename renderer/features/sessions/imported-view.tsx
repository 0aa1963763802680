import { FileLock2, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReplayRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { plural } from '../../components/format-units.ts';
import { Icon } from '../../components/icon.tsx';
import { inertLine } from '../../components/inert-text.ts';
import { Note } from '../../components/note.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { useConsole } from '../../store/console-store.ts';
import { ImportedTurn } from './imported-turn.tsx';
import { ImportedTurns } from './imported-turns.tsx';
import { useReplay } from './use-replay.ts';

/** Turns of one page. */
const PAGE = 200;

/** One session of a recording from outside: its turns, one of them whole, and what today's rules do with it. Nothing here can be changed. */
export function ImportedView({ recording, session }: { readonly recording: string; readonly session: string }) {
  const [offset, setOffset] = useState(0);
  const [chosen, setChosen] = useState<string>();
  const { answer } = useAnswer('import/turns', { recording, session, offset, limit: PAGE });
  const replay = useReplay(recording);
  const turns = answer.state === 'ready' ? answer.value.turns : [];
  const total = answer.state === 'ready' ? answer.value.total : 0;
  const current = turns.find(({ turn }) => turn === chosen) ?? turns[0];
  const verdicts = new Map<string, ReplayRow>(replay.rows.map((row) => [row.turn === '' ? row.id : row.turn, row]));
  return (
    <section className="pane grow" aria-label={`Imported session ${inertLine(session, 60)}`}>
      <div className="bar sub">
        <span className="chip refused">
          <Icon of={FileLock2} size="c" />
          Imported, read-only
        </span>
        <span className="strong ell">{inertLine(session, 60)}</span>
        <span className="sm muted nw">{plural(total, 'turn')}</span>
        <span className="spring" />
        <span className="sm two nw" role="status">
          {replay.words}
        </span>
        <Button look="ghost" icon={RotateCcw} disabled={replay.running} onClick={replay.start}>
          Replay
        </Button>
        <RemoveButton recording={recording} />
      </div>
      {answer.state === 'problem' ? (
        <div className="banner">
          <Note tone="problem">{answer.error.message}</Note>
        </div>
      ) : null}
      {answer.state === 'ready' && total === 0 ? (
        <p className="pad sm muted">This recording is not open any more: it was removed, here or in another console.</p>
      ) : (
        <ImportedTurns turns={turns} verdicts={verdicts} selected={current?.turn} onSelect={setChosen} />
      )}
      {total <= PAGE ? null : (
        <div className="bar sub">
          <span className="sm muted">
            Turns {offset + 1} to {Math.min(total, offset + PAGE)} of {total}
          </span>
          <span className="spring" />
          <Button small disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - PAGE))}>
            Earlier
          </Button>
          <Button small disabled={offset + PAGE >= total} onClick={() => setOffset(offset + PAGE)}>
            Later
          </Button>
        </div>
      )}
      {current === undefined ? null : (
        <ImportedTurn key={current.turn} recording={recording} turn={current.turn} verdict={verdicts.get(current.turn)} />
      )}
    </section>
  );
}

/** Takes the copy away; the file that it came from stays where it is. */
function RemoveButton({ recording }: { readonly recording: string }) {
  const store = useConsole();
  const [asking, setAsking] = useState(false);
  const remove = (): void => {
    void store.client.call('import/close', { recording }).then((answer) => {
      store.setState({ selectedImport: undefined });
      store.toast(
        answer.ok ? 'The recording was removed. Its file stays where it is.' : answer.error.message,
        answer.ok ? 'info' : 'problem',
      );
    });
  };
  return asking ? (
    <span className="flex">
      <span className="sm two nw">Remove this copy?</span>
      <Button look="danger" small onClick={remove}>
        Remove
      </Button>
      <Button small onClick={() => setAsking(false)}>
        Keep it
      </Button>
    </span>
  ) : (
    <Button look="ghost" icon={Trash2} onClick={() => setAsking(true)}>
      Remove…
    </Button>
  );
}
