import { FolderOpen, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { RecordingRow } from '../../../shared/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { useConsole } from '../../store/console-store.ts';
import { selectImport } from '../../store/imported.ts';
import { UploadButton } from './upload-button.tsx';

/** Opens a bundle, a HAR or JSON lines of the gateway's machine, in a browser also of the operator's, as a read-only session, or only plays it through today's rules. Nothing of it enters the journal. */
export function ReplayForm({ onStarted }: { readonly onStarted: () => void }) {
  const store = useConsole();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
  const [opening, setOpening] = useState(false);
  const { files } = store.client;
  const show = ({ id, sessions }: RecordingRow): void => {
    store.setState({ overlay: undefined });
    store.go('sessions');
    selectImport(store, id, sessions[0] ?? '');
  };
  const open = (): void => {
    setProblem(undefined);
    setOpening(true);
    onStarted();
    void store.client.call('import/open', { path: path.trim() }).then((answer) => {
      setOpening(false);
      onStarted();
      if (!answer.ok) setProblem(answer.error.message);
      else if ('error' in answer.value) setProblem(answer.value.error.message);
      else show(answer.value.recording);
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
        {files === undefined ? null : <UploadButton files={files} onOpened={show} onProblem={setProblem} />}
      </div>
      <p className={problem === undefined ? 'sm muted' : 'sm fg stuck'} role="status">
        {problem ??
          `${files === undefined ? '' : 'The path is one of the gateway’s machine; Upload takes a file of yours and opens it. '}Open shows it read-only under Sessions. Replay says what today’s rules do with its bytes. Nothing goes to a model, nothing enters the journal.`}
      </p>
    </form>
  );
}
