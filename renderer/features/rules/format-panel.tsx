import { useState } from 'react';
import type { FormatRow } from '../../../shared/ipc/contract.ts';
import { useKeys } from '../../components/use-keys.ts';
import { FormatDetail } from './format-detail.tsx';
import type { FormatSwitch } from './format-switch.tsx';
import { FormatTable } from './format-table.tsx';
import { TryIt } from './try-it.tsx';

/** Leak formats with their switches, and a place to try a reply. */
export function FormatPanel({
  formats,
  find,
  onSwitch,
}: {
  readonly formats: readonly FormatRow[];
  readonly find: string;
  readonly onSwitch: (id: string, value: FormatSwitch) => void;
}) {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const shown = formats.filter((format) => find === '' || `${format.id} ${format.title} ${format.sample}`.toLowerCase().includes(find));
  const current = formats.find((format) => format.id === selected) ?? formats[0];
  const move = (step: number): void => {
    const at = shown.findIndex((format) => format.id === current?.id);
    const next = shown[Math.min(shown.length - 1, Math.max(0, at + step))];
    if (next !== undefined) setSelected(next.id);
  };
  useKeys({ next: () => move(1), previous: () => move(-1) });
  return (
    <>
      <section className="pane grow">
        <FormatTable formats={shown} selected={current?.id} onSelect={setSelected} onSwitch={onSwitch} />
        <div className="flex sm muted legend-bar">
          <span>
            <b className="two">auto</b> dispatches when all checks pass
          </span>
          <span>
            <b className="two">ask</b> holds for you
          </span>
          <span>
            <b className="two">off</b> leaves the text as it is
          </span>
        </div>
      </section>
      <aside className="pane rule-side" aria-label="Format">
        {current === undefined ? null : <FormatDetail format={current} onSwitch={onSwitch} />}
        <TryIt />
      </aside>
    </>
  );
}
