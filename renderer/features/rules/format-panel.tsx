import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { FormatDetail } from './format-detail.tsx';
import { NoneFound } from './none-found.tsx';
import { RuleSwitchControl } from './rule-switch.tsx';
import { RuleTable } from './rule-table.tsx';
import { SwitchLegend } from './switch-legend.tsx';
import { TryIt } from './try-it.tsx';
import { useChosen } from './use-chosen.ts';

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
  const shown = formats.filter((format) => find === '' || `${format.id} ${format.title} ${format.sample}`.toLowerCase().includes(find));
  const { current, choose } = useChosen(shown);
  return (
    <>
      <section className="pane grow">
        <RuleTable
          label="Formats"
          heads={['Format', 'What it is', 'Class']}
          lines={shown.map((format) => ({
            ...format,
            kind: format.class,
            off: format.switch === 'off',
            control: <RuleSwitchControl rule={format} first="auto" onSwitch={onSwitch} />,
          }))}
          none={find === '' ? null : <NoneFound what="format" find={find} />}
          selected={current?.id}
          onSelect={choose}
        />
        <SwitchLegend
          words={[
            ['auto', 'dispatches when all checks pass'],
            ['ask', 'holds for you'],
            ['off', 'leaves the text as it is'],
          ]}
        />
      </section>
      <aside className="pane rule-side" aria-label="Format">
        {current === undefined ? null : <FormatDetail format={current} onSwitch={onSwitch} />}
        <TryIt />
      </aside>
    </>
  );
}
