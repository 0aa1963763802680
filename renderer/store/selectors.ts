import type { Approval } from '../../shared/approval.ts';
import type { ConsoleState } from './console-store.ts';
import type { CallRecord, JournalView, SessionRecord, TurnRecord } from './journal-view.ts';

type OnScreen = Pick<ConsoleState, 'place' | 'view' | 'selectedApproval' | 'selectedCall' | 'selectedSession'>;

/** Waiting approvals of all sessions, soonest deadline first. */
export const selectWaiting = (view: JournalView): readonly Approval[] =>
  [...view.approvals.values()]
    .filter((approval) => approval.status.state === 'pending')
    .sort((a, b) => a.deadline - b.deadline || a.createdAt - b.createdAt);

/** The one session that is before the operator's eyes, undefined where the place shows many. */
export function selectOnScreen({ place, view, selectedApproval, selectedCall, selectedSession }: OnScreen): string | undefined {
  switch (place) {
    case 'approvals':
      return selectedApproval === undefined ? undefined : view.approvals.get(selectedApproval)?.session;
    case 'live':
      return selectedCall === undefined ? undefined : selectCall(view, selectedCall)?.session;
    case 'sessions':
      return selectedSession;
    default:
      return undefined;
  }
}

/** Settled approvals, newest verdict first. */
export const selectDecided = (view: JournalView): readonly Approval[] =>
  [...view.approvals.values()].filter((approval) => approval.status.state !== 'pending').sort((a, b) => settledAt(b) - settledAt(a));

export const settledAt = (approval: Approval): number => (approval.status.state === 'pending' ? 0 : approval.status.at);

export const selectCall = (view: JournalView, id: string): CallRecord | undefined => {
  const at = view.calls.positions.get(id);
  return at === undefined ? undefined : view.calls.rows[at - view.calls.first];
};

export const selectTurns = (view: JournalView, session: string): readonly TurnRecord[] =>
  [...view.turns.values()].filter((turn) => turn.session === session && !turn.side).sort((a, b) => a.at - b.at);

export const selectSessions = (view: JournalView): readonly SessionRecord[] =>
  [...view.sessions.values()].sort((a, b) => b.lastAt - a.lastAt);

/** A session counts as live while a turn runs or for five minutes after its last entry. */
export const isLiveSession = (session: SessionRecord, now: number): boolean => session.running > 0 || now - session.lastAt < 300_000;

/** Seconds between delivery and the result's arrival: how long the tool ran, as the gateway can see it. */
export const runSeconds = (call: CallRecord): number | undefined =>
  call.result === undefined || call.deliveredAt === undefined ? undefined : Math.max(0, call.result.at - call.deliveredAt) / 1000;
