import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '../../shared/ipc/channel.ts';
import type { CallAnswer, CallBody, CallName } from '../../shared/ipc/contract.ts';
import { useConsole } from '../store/console-store.ts';
import { useBusy } from './use-busy.tsx';

export type Answer<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'problem'; readonly error: CallError }
  | { readonly state: 'ready'; readonly value: T };

/** One question to the operator API, asked again when its body changes or on `again`. The last answer stays while the next is awaited. */
export function useAnswer<N extends CallName>(name: N, body: CallBody<N>): { readonly answer: Answer<CallAnswer<N>>; again(): void } {
  const store = useConsole();
  const [answer, setAnswer] = useState<Answer<CallAnswer<N>>>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(body);
  useBusy(answer.state === 'loading');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the body is compared by its content
  useEffect(() => {
    let current = true;
    void store.client.call(name, body).then((result) => {
      if (!current) return;
      setAnswer(result.ok ? { state: 'ready', value: result.value } : { state: 'problem', error: result.error });
    });
    return () => {
      current = false;
    };
  }, [store, name, key, round]);
  return { answer, again: useCallback(() => setRound((before) => before + 1), []) };
}
