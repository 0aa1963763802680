import type { HealingRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { type HealingSwitch, HealingSwitchControl } from './healing-switch.tsx';

/** Every healing rule: what it mends, an example, how often it acted, its switch. */
export function HealingTable({
  rules,
  selected,
  onSelect,
  onSwitch,
}: {
  readonly rules: readonly HealingRow[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  readonly onSwitch: (id: string, value: HealingSwitch) => void;
}) {
  return (
    <div className="pane grow" role="grid" aria-label="Healing rules">
      <div className="head rule-grid" role="row">
        <span role="columnheader">Rule</span>
        <span role="columnheader">What it mends</span>
        <span role="columnheader">Example</span>
        <span role="columnheader">Safety</span>
        <span role="columnheader" className="num">
          Acted
        </span>
        <span role="columnheader" className="num">
          Held
        </span>
        <span role="columnheader">Switch</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the grid's body is scrolled by keys */}
      <div className="scroll" role="rowgroup" tabIndex={0}>
        {rules.map((rule) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: j and k select; a click is the pointer's way
          <div
            key={rule.id}
            role="row"
            aria-selected={rule.id === selected}
            className={`row rule-grid${rule.id === selected ? ' sel' : ''}${rule.switch === 'off' ? ' is-off' : ''}`}
            onClick={() => onSelect(rule.id)}
          >
            <span role="gridcell" className="tool">
              {rule.id}
            </span>
            <span role="gridcell" className={rule.id === selected ? 'one' : 'two'}>
              {inertLine(rule.title, 120)}
            </span>
            <span role="gridcell" className="args muted" dir="ltr">
              {inertLine(rule.before, 120)}
            </span>
            <span role="gridcell" className="dim">
              {rule.safety}
            </span>
            <span role="gridcell" className="num">
              {rule.acted === 0 ? '–' : count(rule.acted)}
            </span>
            <span role="gridcell" className="num">
              {rule.held === 0 ? '–' : count(rule.held)}
            </span>
            <span role="gridcell" className="switch-cell">
              <HealingSwitchControl rule={rule} onSwitch={onSwitch} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
