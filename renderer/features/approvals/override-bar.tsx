import type { Approval } from '../../../shared/approval.ts';
import { Button } from '../../components/button.tsx';
import { plural } from '../../components/format-units.ts';
import { modName } from '../../components/rail-places.ts';
import { useKeys } from '../../components/use-keys.ts';
import { Fuse, TimeLeft } from './fuse.tsx';
import type { Override } from './use-override.ts';
import type { Settle } from './use-settle.ts';

/** Send is disabled and says why. */
export function OverrideBar({
  approval,
  override,
  settle,
  reading,
  onLeave,
}: {
  readonly approval: Approval;
  readonly override: Override;
  readonly settle: Settle;
  readonly reading: number | undefined;
  readonly onLeave: () => void;
}) {
  const first = override.problems[0];
  const why =
    first !== undefined
      ? `Can't be sent: ${plural(override.problems.length, first.kind === 'syntax' ? 'JSON problem' : 'schema problem')}${first.line === undefined ? '' : `${override.problems.length === 1 ? '' : ', the first'} on line ${first.line}`}`
      : !override.changed
        ? "Can't be sent: nothing is changed. Approve sends it as it is"
        : undefined;
  const send = (): void => {
    if (why === undefined && !settle.sending)
      settle.send({ verdict: 'override', arguments: override.value, ...(reading === undefined ? {} : { reading }) });
  };
  // The editor has these keys itself; here they serve while the focus is elsewhere on the card.
  useKeys({ leave: onLeave, send });
  return (
    <div className="actions" role="group" aria-label="Override">
      <Fuse approval={approval} />
      <Button look="primary" big keys={`${modName} Enter`} disabled={why !== undefined || settle.sending} onClick={send}>
        Send override
      </Button>
      <Button big keys="Esc" onClick={onLeave}>
        Leave editing
      </Button>
      {settle.sending ? (
        <span className="sm muted">Sent, waiting for the journal</span>
      ) : (
        <span className={first === undefined ? 'sm two ell' : 'sm fg stuck ell'} role="status">
          {why ?? settle.problem ?? ''}
        </span>
      )}
      <span className="spring" />
      <TimeLeft approval={approval} />
    </div>
  );
}
