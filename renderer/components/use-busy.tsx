import { useLayoutEffect } from 'react';
import { useConsole } from '../store/console-store.ts';

/** Tells the place (`aria-busy`) that a part of it is still awaited. */
export function useBusy(busy: boolean): void {
  const store = useConsole();
  useLayoutEffect(() => {
    if (!busy) return undefined;
    store.setState((state) => ({ awaited: state.awaited + 1 }));
    return () => store.setState((state) => ({ awaited: state.awaited - 1 }));
  }, [store, busy]);
}

/** Stands where a part will be that is still being loaded. */
export function Awaited({ className }: { readonly className: string }) {
  useBusy(true);
  return <div className={className} />;
}
