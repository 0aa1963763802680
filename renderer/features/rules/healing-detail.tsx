import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { type HealingSwitch, HealingSwitchControl } from './healing-switch.tsx';

/** One healing rule with its example before and after. */
export function HealingDetail({
  rule,
  onSwitch,
}: {
  readonly rule: HealingRow;
  readonly onSwitch: (id: string, value: HealingSwitch) => void;
}) {
  return (
    <div className="sec">
      <div className="flex">
        <h2 className="tool-title">{rule.id}</h2>
        <span className="tag">{rule.safety}</span>
        <span className="spring" />
        <HealingSwitchControl rule={rule} onSwitch={onSwitch} />
      </div>
      <p className="sm two gap-above">{inertLine(rule.description, 600)}</p>
      <dl className="kv gap-above narrow">
        <div className="pair">
          <dt>Here</dt>
          <dd>
            {count(rule.acted)} healed, {count(rule.held)} held
          </dd>
        </div>
      </dl>
      <div className="gap-above sample">
        <PayloadWell label="Before" text={rule.before} />
      </div>
      <div className="gap-above sample">
        <PayloadWell label="After" text={rule.after} />
      </div>
    </div>
  );
}
