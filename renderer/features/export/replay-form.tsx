import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useConsole } from '../../store/console-store.ts';

/** Plays a bundle, a HAR or JSON lines from this machine through today's rules. Nothing of it enters the journal. */
export function ReplayForm({ onStarted }: { readonly onStarted: () => void }) {
  const store = useConsole();
  const [path, setPath] = useState('');
  const [problem, setProblem] = useState<string>();
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
        if (path.trim() !== '') replay();
      }}
    >
      <h3 className="lbl">Replay a file</h3>
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
        <Button type="submit" icon={RotateCcw} disabled={path.trim() === ''}>
          Replay
        </Button>
      </div>
      <p className={problem === undefined ? 'sm muted' : 'sm fg stuck'} role="status">
        {problem ?? 'Says what today’s rules do with yesterday’s bytes. Nothing is sent, nothing enters the journal.'}
      </p>
    </form>
  );
}
