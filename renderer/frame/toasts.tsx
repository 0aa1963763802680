import { useConsoleState } from '../store/console-store.ts';

export function Toasts() {
  const toasts = useConsoleState((state) => state.toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map((toast) => (
        <div key={toast.id} className={toast.tone === 'problem' ? 'toast problem' : 'toast'}>
          {toast.text}
        </div>
      ))}
    </div>
  );
}
