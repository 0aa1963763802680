import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { PatternDetail } from './pattern-detail.tsx';
import { PatternTable } from './pattern-table.tsx';
import { useChosen } from './use-chosen.ts';

/** Fault patterns: what is taken for a mistake of the model, and how often it was here. */
export function PatternPanel({ patterns, find }: { readonly patterns: readonly PatternRow[]; readonly find: string }) {
  const shown = patterns.filter(
    ({ id, title, description, sample }) => find === '' || `${id} ${title} ${description} ${sample}`.toLowerCase().includes(find),
  );
  const { current, choose } = useChosen(shown);
  return (
    <>
      <section className="pane grow">
        <PatternTable patterns={shown} find={find} selected={current?.id} onSelect={choose} />
        <div className="flex sm muted legend-bar">
          <span>The first time a mistake is answered with guidance, the second time with a stronger one, then the circuit opens</span>
        </div>
      </section>
      <aside className="pane rule-side" aria-label="Fault pattern">
        {current === undefined ? null : <PatternDetail pattern={current} />}
      </aside>
    </>
  );
}
