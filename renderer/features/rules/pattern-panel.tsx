import { useState } from 'react';
import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { useKeys } from '../../components/use-keys.ts';
import { PatternDetail } from './pattern-detail.tsx';
import { PatternTable } from './pattern-table.tsx';

/** Fault patterns: what is taken for a mistake of the model, and how often it was here. */
export function PatternPanel({ patterns, find }: { readonly patterns: readonly PatternRow[]; readonly find: string }) {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const shown = patterns.filter(
    ({ id, title, description, sample }) => find === '' || `${id} ${title} ${description} ${sample}`.toLowerCase().includes(find),
  );
  const current = shown.find((pattern) => pattern.id === selected) ?? shown[0];
  const move = (step: number): void => {
    const at = shown.findIndex((pattern) => pattern.id === current?.id);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.id);
  };
  useKeys({ next: () => move(1), previous: () => move(-1) });
  return (
    <>
      <section className="pane grow">
        <PatternTable patterns={shown} selected={current?.id} onSelect={setSelected} />
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
