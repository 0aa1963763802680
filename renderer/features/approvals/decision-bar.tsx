import { useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { Button } from '../../components/button.tsx';
import { plural } from '../../components/format-units.ts';
import { Select } from '../../components/select.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { Fuse, TimeLeft } from './fuse.tsx';
import type { Settle } from './use-settle.ts';
import { rememberable } from './what-follows.ts';

type Memory = 'card' | 'session' | 'always';

/** The foot of a card: the verdicts with their keys, what is remembered, the time left and what follows. */
export function DecisionBar({
  approval,
  settle,
  equal,
  onlyThis,
  onOnlyThis,
  reading,
  onReading,
  onOverride,
  onReject,
}: {
  readonly approval: Approval;
  readonly settle: Settle;
  /** How many more cards show the same. */
  readonly equal: number;
  readonly onlyThis: boolean;
  readonly onOnlyThis: (onlyThis: boolean) => void;
  readonly reading: number | undefined;
  readonly onReading: (reading: number) => void;
  readonly onOverride: () => void;
  readonly onReject: () => void;
}) {
  const [memory, setMemory] = useState<Memory>('card');
  const readings = approval.readings?.length ?? 0;
  const unread = readings > 1 && reading === undefined;
  const may = rememberable(approval);
  const chosen = reading === undefined ? {} : { reading };
  const remember = memory === 'card' ? {} : { remember: memory };
  const approve = (): void => {
    if (!unread) settle.send({ verdict: 'approve', ...chosen, ...remember });
  };
  const pass = (): void => settle.send({ verdict: 'text', ...remember });
  const override = (): void => {
    if (!settle.sending) onOverride();
  };
  const reject = (): void => {
    if (!settle.sending) onReject();
  };
  useKeys({
    approve,
    override,
    reject: (event) => {
      // Without this the letter lands in the field that opens.
      event.preventDefault();
      reject();
    },
    text: pass,
    reading: (event) => {
      if (Number(event.key) <= readings) onReading(Number(event.key) - 1);
    },
  });
  const fixes = approval.fixes.length;
  return (
    <div className="actions" role="group" aria-label="Verdict">
      <Fuse approval={approval} />
      <Button look="primary" big keys="A" disabled={unread || settle.sending} onClick={approve}>
        {fixes > 0
          ? `Approve with ${plural(fixes, 'fix', 'fixes')}`
          : unread
            ? 'Approve'
            : reading === undefined
              ? 'Approve'
              : `Approve reading ${reading + 1}`}
      </Button>
      <Button big keys="E" disabled={settle.sending} onClick={override}>
        Override
      </Button>
      <Button big keys="R" disabled={settle.sending} onClick={reject}>
        Reject with reason
      </Button>
      <Button big keys="T" disabled={settle.sending} onClick={pass}>
        Pass as text
      </Button>
      {equal > 0 ? (
        <Select<'all' | 'one'>
          label="Decide"
          tall
          value={onlyThis ? 'one' : 'all'}
          onChange={(scope) => onOnlyThis(scope === 'one')}
          options={[
            { value: 'all', label: `Decide: all ${equal + 1} equal calls`, short: `All ${equal + 1} equal` },
            { value: 'one', label: 'Decide: this one only', short: 'This one' },
          ]}
        />
      ) : null}
      {may.session ? (
        <Select<Memory>
          label="Remember"
          tall
          value={memory}
          onChange={setMemory}
          options={[
            { value: 'card', label: 'Remember: this card only', short: 'Remember: no' },
            { value: 'session', label: 'Remember: in this session', short: 'In session' },
            {
              value: 'always',
              label: may.always ? 'Remember: always' : 'Remember: always (tools that only read)',
              short: 'Always',
              disabled: !may.always,
            },
          ]}
        />
      ) : null}
      {unread ? (
        <span className="sm two nw">
          Choose a reading: 1 {readings === 2 ? 'or' : 'to'} {readings}
        </span>
      ) : null}
      {settle.sending ? <span className="sm muted">Sent, waiting for the journal</span> : null}
      {settle.problem === undefined ? null : (
        <span className="sm fg stuck ell" role="alert">
          {settle.problem}
        </span>
      )}
      <span className="spring" />
      <TimeLeft approval={approval} />
    </div>
  );
}
