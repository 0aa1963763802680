import { FolderOpen, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useConsole } from '../../store/console-store.ts';
import { selectImport } from '../../store/imported.ts';

/** Opens a bundle, a HAR or JSON lines of this machine as a read-only session, or only plays it through today's rules. Nothing of it enters the journal. */
export function ReplayForm({ onStarted }: { readonly onStarted: () => void }) {
  const store = useConsole();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const [opening, setOpening] = useState(false);
  const open = (): void => {
    setProblem(undefined);
    setOpening(true);
    onStarted();
    void store.client.call('import/open', { path: path.trim() }).then((answer) => {
      setOpening(false);
      onStarted();
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else {
        const { id, sessions } = answer.value.recording;
        store.setState({ overlay: undefined });
        store.go('sessions');
        selectImport(store, id, sessions[0] ?? '');
      }
    });
  };
  const replay = (): void => {
    setProblem(undefined);
    void store.client.call('replay/run', { path: path.trim() }).then((answer) => {
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else onStarted();
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim() !== '') open();
      }}
    >
      <h3 className="lbl">Open or replay a file</h3>
      <div className="flex">
        <span className="field grow">
          <input
            className="mono"
            aria-label="Path of a bundle, HAR or JSON lines"
            placeholder="/path/to/bundle.zip"
            value={path}
            onChange={(event) => setPath(event.target.value)}
          />
        </span>
        <Button type="submit" icon={FolderOpen} disabled={path.trim() === '' || opening}>
          {opening ? 'Opening…' : 'Open'}
        </Button>
        <Button icon={RotateCcw} disabled={path.trim() === ''} onClick={replay}>
          Replay
        </Button>
      </div>
      <p className={problem === undefined ? 'sm muted' : 'sm fg stuck'} role="status">
        {problem ??
          'Open shows it read-only under Sessions. Replay says what today’s rules do with its bytes. Nothing is sent, nothing enters the journal.'}
      </p>
    </form>
  );
}
