import { useEffect, useState } from 'react';
import type { TurnDetail } from '../../shared/ipc/contract.ts';
import { useConsole, useConsoleState } from '../store/console-store.ts';
import { useBusy } from './use-busy.tsx';

export type TurnDetailState =
  | { readonly state: 'loading' }
  | { readonly state: 'problem'; readonly message: string }
  | { readonly state: 'gone' }
  | { readonly state: 'ready'; readonly detail: TurnDetail };

/** A turn's request, frames and assembled reply, asked for when it is looked at and again when the turn ends. */
export function useTurnDetail(turn: string | undefined): TurnDetailState {
  const store = useConsole();
  const ended = useConsoleState((state) => (turn === undefined ? false : state.view.turns.get(turn)?.ended !== undefined));
  const [found, setFound] = useState<{ readonly turn: string | undefined; readonly value: TurnDetailState }>({
    turn,
    value: { state: 'loading' },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the turn brings its last frames
  useEffect(() => {
    if (turn === undefined) return undefined;
    let current = true;
    void store.client.call('turns/get', { turn }).then((answer) => {
      if (!current) return;
      const value: TurnDetailState = !answer.ok
        ? { state: 'problem', message: answer.error.message }
        : answer.value.turn === null
          ? { state: 'gone' }
          : { state: 'ready', detail: answer.value.turn };
      setFound({ turn, value });
    });
    return () => {
      current = false;
    };
  }, [turn, ended, store]);
  useBusy(turn !== undefined && (found.turn !== turn || found.value.state === 'loading'));
  return found.turn === turn ? found.value : { state: 'loading' };
}
