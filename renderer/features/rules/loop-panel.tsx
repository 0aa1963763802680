import type { LoopRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';
import { LoopTable } from './loop-table.tsx';
import { LoopThresholds } from './loop-thresholds.tsx';
import { useChosen } from './use-chosen.ts';

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
  const shown = loops.filter(
    ({ id, title, description, sample }) => find === '' || `${id} ${title} ${description} ${sample}`.toLowerCase().includes(find),
  );
  const { current, choose } = useChosen(shown);
  return (
    <>
      <section className="pane grow">
        <LoopTable loops={shown} find={find} selected={current?.id} onSelect={choose} />
        <div className="flex sm muted legend-bar">
          <span>
            The counts follow from the thresholds at the right, “fixed” ones do not. “Watch loops” of a session switches all of them off for
            it.
          </span>
        </div>
      </section>
      <aside className="pane rule-side" aria-label="Loop">
        {current === undefined ? null : <LoopDetail loop={current} />}
        <LoopThresholds onChanged={onChanged} />
      </aside>
    </>
  );
}

function LoopDetail({ loop }: { readonly loop: LoopRow }) {
  return (
    <div className="sec">
      <div className="flex">
        <h2>{inertLine(loop.title, 120)}</h2>
      </div>
      <p className="sm two gap-above">{inertLine(loop.description, 600)}</p>
      <dl className="kv gap-above narrow">
        <div className="pair">
          <dt>Kind</dt>
          <dd className="mono xs">{loop.id}</dd>
        </div>
        <div className="pair">
          <dt>So far</dt>
          <dd>{count(loop.acted)} seen</dd>
        </div>
      </dl>
      <div className="gap-above sample">
        <PayloadWell label="Example" text={loop.sample} />
      </div>
    </div>
  );
}
