import { Button } from '../components/button.tsx';
import { useConsole, useConsoleState } from '../store/console-store.ts';

export function Toasts() {
  const store = useConsole();
  const toasts = useConsoleState((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text, tone, opens }) => (
        <div key={id} className={tone === 'problem' ? 'toast problem' : 'toast'}>
          <span className="grow">{text}</span>
          {opens === undefined ? null : (
            <Button small onClick={() => store.open(opens.place, opens.id)}>
              Open
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
