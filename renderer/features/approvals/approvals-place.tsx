import { ListChecks } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { Button } from '../../components/button.tsx';
import type { MenuItem } from '../../components/context-menu.tsx';
import { copyText } from '../../components/copy-text.ts';
import { plural } from '../../components/format-units.ts';
import { useKeys } from '../../components/use-keys.ts';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { joinEqual } from '../../store/join-equal.ts';
import { selectDecided, selectWaiting } from '../../store/selectors.ts';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalQueue } from './approval-queue.tsx';
import { HoldingCosts } from './holding-costs.tsx';
import { useHoldingCost } from './use-holding-cost.ts';

/** One queue over all sessions, soonest deadline first. Deciding leaves the operator on the card. */
export function ApprovalsPlace() {
  const store = useConsole();
  const approvals = useConsoleState((state) => state.view.approvals);
  const selectedId = useConsoleState((state) => state.selectedApproval);
  const waiting = useMemo(() => selectWaiting(store.getState().view), [approvals, store]);
  const groups = useMemo(() => joinEqual(waiting), [waiting]);
  const cost = useHoldingCost();
  const decided = useMemo(() => selectDecided(store.getState().view), [approvals, store]);
  const select = useCallback((id: string) => store.setState({ selectedApproval: id }), [store]);
  const selected = selectedId === undefined ? undefined : approvals.get(selectedId);

  // The first card is opened for the operator only while none is: a card that is looked at is never taken away.
  useEffect(() => {
    const first = waiting[0];
    if (selected === undefined && first !== undefined) select(first.id);
  }, [selected, waiting, select]);

  const position = groups.findIndex((cards) => cards.some(({ id }) => id === selectedId));
  const move = (step: number): void => {
    const all = [...groups.map((cards) => cards[0]), ...decided];
    const at = position === -1 ? all.findIndex((approval) => approval.id === selectedId) : position;
    const next = all[Math.min(all.length - 1, Math.max(0, at + step))];
    if (next !== undefined) select(next.id);
  };
  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    first: () => waiting[0] !== undefined && select(waiting[0].id),
    last: () => {
      const last = groups.at(-1);
      if (last !== undefined) select(last[0].id);
    },
  });
  const openTurn = ({ session, turn }: Approval): void => {
    store.setState({ selectedSession: session, selectedTurn: turn });
    store.go('sessions');
  };
  const menuOf = (id: string): readonly MenuItem[] => {
    const approval = approvals.get(id);
    if (approval === undefined) return [];
    return [
      { label: 'Open the turn', act: () => openTurn(approval) },
      'line',
      { label: 'Copy the arguments', act: () => copyText(store, approval.call.arguments) },
      { label: 'Copy the original bytes', act: () => copyText(store, approval.original) },
      { label: 'Copy the card as JSON', act: () => copyText(store, JSON.stringify(approval, null, 2)) },
    ];
  };
  const sessions = new Set(waiting.map((approval) => approval.session)).size;
  return (
    <>
      <div className="bar">
        <h1>Approvals</h1>
        <span className="count">
          {waiting.length === 0 ? 'nothing waits' : `${waiting.length} waiting over ${plural(sessions, 'session')}`}
        </span>
        <span className="spring" />
        <span className="sm muted">
          Deciding leaves you on the card; <kbd>j</kbd> <kbd>k</kbd> move
        </span>
        <HoldingCosts cost={cost} />
        <Button icon={ListChecks} onClick={() => store.go('rules')}>
          Remembered rules
        </Button>
      </div>
      <div className="cols">
        <ApprovalQueue waiting={groups} decided={decided} selected={selectedId} onSelect={select} menuOf={menuOf} />
        {selected === undefined ? (
          <div className="pane grow">
            <NothingWaits />
          </div>
        ) : (
          <ApprovalCard
            key={selected.id}
            approval={selected}
            equal={groups[position]?.filter(({ id }) => id !== selected.id) ?? []}
            cost={cost}
            place={position === -1 ? undefined : `${position + 1} of ${groups.length}`}
            onMove={move}
            onOpenTurn={() => openTurn(selected)}
          />
        )}
      </div>
    </>
  );
}

function NothingWaits() {
  const isListening = useConsoleState((state) => state.feed === 'open');
  return (
    <div className="empty">
      <h2 className="title">Nothing waits for you</h2>
      <p className="two">
        A call comes here when it was written as text in a doubtful way, or when mending it needs a person. Until you decide, the agent
        waits and nothing runs.
      </p>
      {isListening ? (
        <p className="sm muted flex listening">
          <i className="dot ok listen" />
          listening
        </p>
      ) : null}
    </div>
  );
}
