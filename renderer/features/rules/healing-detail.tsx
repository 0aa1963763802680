import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';

/** One healing rule with its example before and after. */
export function HealingDetail({
  rule,
  onSwitch,
}: {
  readonly rule: HealingRow;
  readonly onSwitch: (id: string, value: HealingRow['switch']) => void;
}) {
  return (
    <div className="sec">
      <div className="flex">
        <h2 className="tool-title">{rule.id}</h2>
        <span className="tag">{rule.safety}</span>
        <span className="spring" />
        <RuleSwitchControl rule={rule} first="on" onSwitch={onSwitch} />
      </div>
      <p className="sm two gap-above">{inertLine(rule.description, 600)}</p>
      <dl className="kv gap-above narrow">
        <div className="pair">
          <dt>So far</dt>
          <dd>
            {count(rule.acted)} healed, {count(rule.held)} held
          </dd>
        </div>
      </dl>
      {(['before', 'after'] as const).map((part) => (
        <div key={part} className="gap-above sample">
          <h3 className="lbl">{part === 'before' ? 'As the model writes it' : 'As it is delivered'}</h3>
          <PayloadWell label={part === 'before' ? 'Before' : 'After'} text={rule[part]} />
        </div>
      ))}
    </div>
  );
}
