import { useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import type { CallBody } from '../../../shared/ipc/contract.ts';
import { useConsole } from '../../store/console-store.ts';

type VerdictBody = Omit<CallBody<'approvals/settle'>, 'id'>;

export interface Settle {
  /** Sent, and the entry that settles the card has not come yet. */
  readonly sending: boolean;
  readonly problem: string | undefined;
  readonly issues: readonly { readonly pointer: string; readonly message: string }[];
  send(verdict: VerdictBody): void;
}

/** Sends a verdict. The card changes by its journal entry, never by the click (style rule 24). */
export function useSettle(approval: Approval): Settle {
  const store = useConsole();
  const [state, setState] = useState<Omit<Settle, 'send'>>({ sending: false, problem: undefined, issues: [] });
  const send = (verdict: VerdictBody): void => {
    if (state.sending || approval.status.state !== 'pending') return;
    setState({ sending: true, problem: undefined, issues: [] });
    void store.client.call('approvals/settle', { id: approval.id, ...verdict }).then((answer) => {
      if (!answer.ok) return setState({ sending: false, problem: answer.error.message, issues: answer.error.issues ?? [] });
      if ('error' in answer.value)
        return setState({ sending: false, problem: answer.value.error.message, issues: answer.value.error.issues ?? [] });
      return undefined;
    });
  };
  return { ...state, send };
}
