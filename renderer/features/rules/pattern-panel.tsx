import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { count, orDash } from '../../components/format-units.ts';
import { RuleDetail } from './rule-detail.tsx';
import { oneLine, RulePanel } from './rule-panel.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';
import { SwitchLegend } from './switch-legend.tsx';

const words = ['on', 'off'] as const;

/** Fault patterns with their switches: what is taken for a mistake of the model, and how often it was here. */
export function PatternPanel({
  patterns,
  find,
  onSwitch,
}: {
  readonly patterns: readonly PatternRow[];
  readonly find: string;
  readonly onSwitch: (id: string, value: PatternRow['switch']) => void;
}) {
  const control = (pattern: PatternRow) => <RuleSwitchControl rule={pattern} words={words} onSwitch={onSwitch} />;
  return (
    <RulePanel
      label="Fault patterns"
      one="fault pattern"
      grid="pattern-grid"
      rows={patterns}
      find={find}
      wordsOf={(pattern) => `${pattern.description} ${pattern.sample}`}
      columns={[
        { head: 'Pattern', look: 'tool', cell: (pattern) => pattern.id },
        { head: 'What it is', look: 'what', cell: (pattern) => oneLine(pattern.title) },
        { head: 'Example', look: 'args', cell: (pattern) => oneLine(pattern.sample) },
        { head: 'Seen', look: 'num', cell: (pattern) => orDash(pattern.acted) },
        { head: 'Switch', look: 'switch-cell', cell: control },
      ]}
      legend={
        <SwitchLegend
          words={[
            ['on', 'tells the model: first a guide, then a stronger one, then the circuit opens'],
            ['off', 'only records the fault'],
          ]}
        />
      }
      detail={(pattern) => (
        <RuleDetail
          name={pattern.title}
          control={control(pattern)}
          text={pattern.description}
          facts={[
            ['Pattern', <code key="id">{pattern.id}</code>],
            ['So far', `${count(pattern.acted)} seen`],
          ]}
          samples={[{ label: 'Sample', title: 'What a tool answers then', text: pattern.sample }]}
        />
      )}
    />
  );
}
