import { useEffect, useRef, useState } from 'react';
import { inertLine } from '../../components/inert-text.ts';
import { sessionLabel } from '../../components/session-mark.tsx';
import { useConsole, useConsoleState } from '../../store/console-store.ts';
import { selectWaiting } from '../../store/selectors.ts';

/** Says new approvals to a screen reader and in the window's title. */
export function ApprovalAnnouncer() {
  const store = useConsole();
  const approvals = useConsoleState((state) => state.view.approvals);
  const known = useRef<ReadonlySet<string> | undefined>(undefined);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const waiting = selectWaiting(store.getState().view);
    const fresh = known.current === undefined ? [] : waiting.filter((approval) => known.current?.has(approval.id) === false);
    known.current = new Set(approvals.keys());
    document.title = waiting.length === 0 ? 'Signalbox' : `(${waiting.length}) Signalbox`;
    const last = fresh.at(-1);
    if (last === undefined) return;
    const text = `${inertLine(last.call.name, 60)} of ${sessionLabel(last.session)} waits for you: ${last.reason}`;
    setSaid(`${text}. ${waiting.length} waiting.`);
  }, [approvals, store]);
  return (
    <div className="sr" role="log" aria-live="assertive" aria-label="New approvals">
      {said}
    </div>
  );
}
