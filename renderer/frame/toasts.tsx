import { X } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { type Toast, useConsole, useConsoleState } from '../store/console-store.ts';

/** What matters most stands alone: a problem, then the answer to what the operator did, then news; of those the newest. */
const weight = ({ tone, opens }: Toast): number => (tone === 'problem' ? 2 : opens === undefined ? 1 : 0);

/**
 * Short news over the command field of the title bar, which its key opens all the same: no button, verdict, countdown or row of a place is
 * ever covered. One at a time; how many more there are is said, and the badges of the rail keep count.
 */
export function Toasts() {
  const store = useConsole();
  const toasts = useConsoleState((state) => state.toasts);
  const shown = [...toasts].sort((a, b) => weight(b) - weight(a) || b.id - a.id)[0];
  const open = (id: number, what: Toast['opens']): void => {
    store.dismissToast(id);
    if (what !== undefined) store.open(what.place, what.id);
  };
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown === undefined ? null : (
        <div key={shown.id} className={shown.tone === 'problem' ? 'toast problem' : 'toast'} title={shown.text}>
          <span className="grow">{shown.text}</span>
          {toasts.length > 1 ? <span className="muted nw">and {toasts.length - 1} more</span> : null}
          {shown.opens === undefined ? null : (
            <Button small onClick={() => open(shown.id, shown.opens)}>
              Open
            </Button>
          )}
          <Button look="ghost" small icon={X} aria-label="Dismiss" onClick={() => store.dismissToast(shown.id)} />
        </div>
      )}
    </div>
  );
}
