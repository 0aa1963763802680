import type { LoopRow } from '../../../shared/ipc/contract.ts';
import { count, orDash } from '../../components/format-units.ts';
import { LoopThresholds } from './loop-thresholds.tsx';
import { RuleDetail } from './rule-detail.tsx';
import { oneLine, RulePanel } from './rule-panel.tsx';

/** Kinds of loops, and the counts from which they are told to the model and blocked: for all tools, and for single ones. */
export function LoopPanel({
  loops,
  find,
  onChanged,
}: {
  readonly loops: readonly LoopRow[];
  readonly find: string;
  readonly onChanged: () => void;
}) {
  return (
    <RulePanel
      label="Loops"
      one="loop"
      grid="loop-grid"
      rows={loops}
      find={find}
      wordsOf={(loop) => `${loop.description} ${loop.sample}`}
      columns={[
        { head: 'What repeats', look: 'what', cell: (loop) => oneLine(loop.title) },
        { head: 'Example', look: 'args', cell: (loop) => oneLine(loop.sample) },
        { head: 'Guide at', look: 'num', cell: (loop) => loop.guideAt ?? 'fixed' },
        { head: 'Block at', look: 'num', cell: (loop) => loop.openAt ?? 'fixed' },
        { head: 'Seen', look: 'num', cell: (loop) => orDash(loop.acted) },
      ]}
      legend={
        <span>
          The counts follow from the thresholds at the right, “fixed” ones do not. “Watch loops” of a session switches all of them off for
          it.
        </span>
      }
      detail={(loop) => (
        <RuleDetail
          name={loop.title}
          text={loop.description}
          facts={[
            ['Kind', <code key="id">{loop.id}</code>],
            ['So far', `${count(loop.acted)} seen`],
          ]}
          samples={[{ label: 'Example', text: loop.sample }]}
        />
      )}
    >
      <LoopThresholds onChanged={onChanged} />
    </RulePanel>
  );
}
