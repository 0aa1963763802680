import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';

export function FormatDetail({
  format,
  onSwitch,
}: {
  readonly format: FormatRow;
  readonly onSwitch: (id: string, value: FormatRow['switch']) => void;
}) {
  return (
    <div className="sec">
      <div className="flex">
        <h2 className="tool-title">{format.id}</h2>
        <span className="tag">{format.class}</span>
        <span className="spring" />
        <RuleSwitchControl rule={format} first="auto" onSwitch={onSwitch} />
      </div>
      <p className="sm two gap-above">{inertLine(format.title, 400)}</p>
      <dl className="kv gap-above narrow whole">
        <div className="pair">
          <dt>Written by</dt>
          <dd>{inertLine(format.origin, 200)}</dd>
        </div>
        <div className="pair">
          <dt>So far</dt>
          <dd>
            {count(format.acted)} recovered, {count(format.held)} held, {count(format.refused)} refused
          </dd>
        </div>
      </dl>
      <div className="gap-above sample">
        <PayloadWell label="Example" text={format.sample} />
      </div>
    </div>
  );
}
