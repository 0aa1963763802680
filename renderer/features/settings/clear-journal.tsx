import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { plural } from '../../components/format-units.ts';
import { useConsole } from '../../store/console-store.ts';

/** Deletes what was recorded, once asked; what must stay stays, and an entry says what was done. */
export function ClearJournal() {
  const store = useConsole();
  const [step, setStep] = useState<'idle' | 'asking' | 'running'>('idle');
  const clear = (): void => {
    setStep('running');
    void store.client.call('journal/clear', { confirm: true }).then((answer) => {
      setStep('idle');
      store.toast(
        answer.ok
          ? `Cleared: ${plural(answer.value.turns, 'turn')} and ${plural(answer.value.entries, 'entry', 'entries')} are gone.`
          : answer.error.message,
        answer.ok ? 'info' : 'problem',
      );
    });
  };
  return (
    <div className="set">
      <span className="one">Clear</span>
      <span>
        Deletes every session, turn and entry up to now. Turns that run, what is pinned, and open incidents stay. Exports, imported
        recordings, settings and keys are not touched.
      </span>
      <div className="flex" role="group" aria-label="Clear the journal">
        {step === 'asking' ? (
          <>
            <span className="sm two nw">It can’t be brought back.</span>
            <Button look="danger" onClick={clear}>
              Clear it
            </Button>
            <Button onClick={() => setStep('idle')}>Keep it</Button>
          </>
        ) : (
          <Button look="danger" icon={Trash2} disabled={step === 'running'} onClick={() => setStep('asking')}>
            {step === 'running' ? 'Clearing…' : 'Clear…'}
          </Button>
        )}
      </div>
    </div>
  );
}
