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

/**
 * Sends a verdict for a card and, once it stands, the same one for `equal` cards. The card changes by its journal entry, never by the
 * click (style rule 24). A rule that is remembered is made once.
 */
export function useSettle(approval: Approval, equal: readonly Approval[]): Settle {
  const store = useConsole();
  const [state, setState] = useState<Omit<Settle, 'send'>>({ sending: false, problem: undefined, issues: [] });
  const send = (verdict: VerdictBody): void => {
    if (state.sending || approval.status.state !== 'pending') return;
    setState({ sending: true, problem: undefined, issues: [] });
    void store.client.call('approvals/settle', { id: approval.id, ...verdict }).then((answer) => {
      if (!answer.ok) return setState({ sending: false, problem: answer.error.message, issues: answer.error.issues ?? [] });
      if ('error' in answer.value)
        return setState({ sending: false, problem: answer.value.error.message, issues: answer.value.error.issues ?? [] });
      const { remember: _once, ...again } = verdict;
      for (const { id } of equal) void settleEqual(id, again);
      return undefined;
    });
  };
  const settleEqual = async (id: string, verdict: VerdictBody): Promise<void> => {
    const answer = await store.client.call('approvals/settle', { id, ...verdict });
    const problem = !answer.ok ? answer.error.message : 'error' in answer.value ? answer.value.error.message : undefined;
    if (problem !== undefined) store.toast(`An equal call was not decided: ${problem}`, 'problem');
  };
  return { ...state, send };
}
