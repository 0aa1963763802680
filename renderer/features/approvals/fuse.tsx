import { useEffect, useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { countdown } from '../../components/format-units.ts';
import { useNow } from '../../components/use-now.ts';
import { useConsole } from '../../store/console-store.ts';
import { lateMs } from './approval-queue.tsx';
import { whatFollows } from './what-follows.ts';

/** Time left as a line of 3 px; the only thing that moves by itself. */
export function Fuse({ approval }: { readonly approval: Approval }) {
  const left = Math.max(0, approval.deadline - useNow());
  const whole = Math.max(1, approval.deadline - approval.createdAt);
  return (
    <div
      className="fuse"
      role="progressbar"
      aria-label="Time left"
      aria-valuemin={0}
      aria-valuemax={Math.round(whole / 1000)}
      aria-valuenow={Math.round(Math.min(left, whole) / 1000)}
    >
      <i style={{ width: `${Math.min(100, (100 * left) / whole)}%` }} />
    </div>
  );
}

export function TimeLeft({ approval }: { readonly approval: Approval }) {
  const left = approval.deadline - useNow();
  const onExpiry = useExpirySetting();
  return (
    <div className="left">
      <div className={left < lateMs ? 'fg stuck figure' : 'fg held figure'}>{countdown(left)}</div>
      <div className="xs muted nw">{whatFollows(approval.reason, onExpiry)}</div>
    </div>
  );
}

/** `approval.onExpiry` decides what the foot promises. */
function useExpirySetting(): 'reask' | 'text' {
  const store = useConsole();
  const [value, setValue] = useState<'reask' | 'text'>('reask');
  useEffect(() => {
    let current = true;
    void store.client.call('settings/get', {}).then((answer) => {
      const found = answer.ok ? answer.value.settings.find((setting) => setting.key === 'approval.onExpiry')?.value : undefined;
      if (current && found === 'text') setValue('text');
    });
    return () => {
      current = false;
    };
  }, [store]);
  return value;
}
