import { useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { Button } from '../../components/button.tsx';
import { modName } from '../../components/rail-places.ts';
import { Fuse, TimeLeft } from './fuse.tsx';
import type { Settle } from './use-settle.ts';

/** The reason goes to the model with its next result; empty means "the operator declined this call" (contract 2.3). */
export function RejectBar({
  approval,
  settle,
  onLeave,
}: {
  readonly approval: Approval;
  readonly settle: Settle;
  readonly onLeave: () => void;
}) {
  const [reason, setReason] = useState('');
  const send = (): void => settle.send({ verdict: 'reject', ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  return (
    <div className="actions tall" role="group" aria-label="Reject with reason">
      <Fuse approval={approval} />
      <textarea
        className="input grow"
        aria-label="Reason, read by the model"
        placeholder="Why not, and what to do instead. The model reads this."
        // biome-ignore lint/a11y/noAutofocus: the field was asked for by the key R
        autoFocus
        rows={2}
        maxLength={4000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape') {
            event.stopPropagation();
            onLeave();
          }
        }}
      />
      <Button look="primary" big keys={`${modName} Enter`} disabled={settle.sending} onClick={send}>
        {reason.trim() === '' ? 'Reject without a reason' : 'Reject'}
      </Button>
      <Button big keys="Esc" onClick={onLeave}>
        Back
      </Button>
      {settle.problem === undefined ? null : (
        <span className="sm fg stuck ell" role="alert">
          {settle.problem}
        </span>
      )}
      <TimeLeft approval={approval} />
    </div>
  );
}
