import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { count, orDash } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { RuleDetail } from './rule-detail.tsx';
import { oneLine, RulePanel } from './rule-panel.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';
import { SwitchLegend } from './switch-legend.tsx';
import { TryIt } from './try-it.tsx';

const words = ['auto', 'ask', 'off'] as const;

/** Leak formats with their switches, and a place to try a reply. */
export function FormatPanel({
  formats,
  find,
  onSwitch,
}: {
  readonly formats: readonly FormatRow[];
  readonly find: string;
  readonly onSwitch: (id: string, value: FormatRow['switch']) => void;
}) {
  const control = (format: FormatRow) => <RuleSwitchControl rule={format} words={words} onSwitch={onSwitch} />;
  return (
    <RulePanel
      label="Formats"
      one="format"
      rows={formats}
      find={find}
      wordsOf={(format) => `${format.sample} ${format.origin}`}
      columns={[
        { head: 'Format', look: 'tool', cell: (format) => format.id },
        { head: 'What it is', look: 'what', cell: (format) => oneLine(format.title) },
        { head: 'Example', look: 'args', cell: (format) => oneLine(format.sample) },
        { head: 'Class', look: 'dim', cell: (format) => format.class },
        { head: 'Acted', look: 'num', cell: (format) => orDash(format.acted) },
        { head: 'Held', look: 'num', cell: (format) => orDash(format.held) },
        { head: 'Switch', look: 'switch-cell', cell: control },
      ]}
      legend={
        <SwitchLegend
          words={[
            ['auto', 'dispatches when all checks pass'],
            ['ask', 'holds for you'],
            ['off', 'leaves the text as it is'],
          ]}
        />
      }
      detail={(format) => (
        <RuleDetail
          name={format.id}
          code
          tag={format.class}
          control={control(format)}
          text={format.title}
          facts={[
            ['Written by', inertLine(format.origin, 200)],
            ['So far', `${count(format.acted)} recovered, ${count(format.held)} held, ${count(format.refused)} refused`],
          ]}
          samples={[{ label: 'Example', text: format.sample }]}
        />
      )}
    >
      <TryIt />
    </RulePanel>
  );
}
