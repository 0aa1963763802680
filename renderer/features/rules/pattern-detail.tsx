import type { PatternRow } from '../../../shared/ipc/contract.ts';
import { count } from '../../components/format-units.ts';
import { inertLine } from '../../components/inert-text.ts';
import { PayloadWell } from '../../components/payload.tsx';

/** One fault pattern with a literal result that it is for. */
export function PatternDetail({ pattern }: { readonly pattern: PatternRow }) {
  return (
    <div className="sec">
      <div className="flex">
        <h2>{inertLine(pattern.title, 120)}</h2>
      </div>
      <p className="sm two gap-above">{inertLine(pattern.description, 600)}</p>
      <dl className="kv gap-above narrow">
        <div className="pair">
          <dt>Pattern</dt>
          <dd className="mono xs">{pattern.id}</dd>
        </div>
        <div className="pair">
          <dt>So far</dt>
          <dd>{count(pattern.acted)} seen</dd>
        </div>
      </dl>
      <div className="gap-above sample">
        <h3 className="lbl">What a tool answers then</h3>
        <PayloadWell label="Sample" text={pattern.sample} />
      </div>
    </div>
  );
}
